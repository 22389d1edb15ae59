/// A leak in words, for reports that are no drawings.
package struct LeakText {
  package let title: String
  package let sentences: [String]
  package let hint: String
  package let advice: LeakAdvice

  package init(_ leak: Leak, _ trace: AnalyzedTrace) {
    let words = LeakWords(trace)
    title = leak.title
    sentences = words.account(of: leak)
    hint = words.hint(for: leak)
    advice = words.advice(for: leak)
  }
}

/// A sentence with its numbers, for reports that are no drawings.
package struct SentenceText {
  package let text: String

  package init(_ sentence: Sentence, _ trace: AnalyzedTrace) {
    text = Wording(trace).text(of: sentence, Places(trace.forest))
  }
}
