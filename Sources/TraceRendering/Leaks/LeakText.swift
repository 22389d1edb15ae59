package import TraceAnalysis

/// A leak in words, for reports that are no drawings.
package struct LeakText {
  package let title: String
  package let sentences: [String]
  package let hint: String

  package init(_ leak: Leak, _ trace: AnalyzedTrace) {
    let words = LeakWords(trace)
    title = leak.title
    sentences = words.account(of: leak, in: .unicode)
    hint = words.hint(for: leak, in: .unicode)
  }
}

/// A sentence with its numbers, for reports that are no drawings.
package struct SentenceText {
  package let text: String

  package init(_ sentence: Sentence, _ trace: AnalyzedTrace) {
    text = Wording(trace).text(of: sentence, in: .unicode, Places(trace.forest))
  }
}
