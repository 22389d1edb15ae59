// fault: wrong-flatten
// verdict: suspect
// proof: run
// says: each change of the text begins to watch its words with `flatMap`; those of all earlier texts go on beside the newest

import Signals

private struct Finding: Sendable {
  let word: String
  let isMisspelt: Bool
}

/// A dictionary to which words are added while one writes.
private final class Lexicon: Sendable {
  let words = BehaviorSubject<Set<String>>(["the", "cat", "sat"])

  /// What is wrong with a text: now, and whenever the dictionary changes.
  func findings(in text: String) -> Signal<[Finding]> {
    words.map { words in
      text.split(separator: " ").map { Finding(word: String($0), isMisspelt: !words.contains(String($0))) }
    }
  }

  func learn(_ word: String) { words.next(words.value.union([word])) }
}

private final class SpellPane: Sendable {
  let text = MutableProperty("")
  let misspelt = MutableProperty(0)
  let underlinings = Shared(0)
  private let bag = DisposeBag()

  init(_ lexicon: Lexicon) {
    let texts = text.signal.skip(1).distinctUntilChanged()
    let findings =
      mended
      ? texts.flatMapLatest { lexicon.findings(in: $0) }
      : texts.flatMap { lexicon.findings(in: $0) }  // LEAK
    findings
      .map { $0.count(where: \.isMisspelt) }
      .do(onNext: { [underlinings] _ in underlinings.update { $0 += 1 } })
      .bind(to: misspelt)
      .disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum SpellcheckPane: LeakProgram {
  static func run() {
    let lexicon = Lexicon()
    let pane = SpellPane(lexicon)
    var text = ""
    for (index, word) in "the cat sat on the mat and then it ran far off into the wood".split(separator: " ")
      .enumerated()
    {
      text += (text.isEmpty ? "" : " ") + word
      pane.text.set(text)
      pause(milliseconds: 10)
      if index % 3 == 2 { lexicon.learn(String(word)) }
    }
    for word in ["on", "mat", "into"] {
      lexicon.learn(word)
      pause(milliseconds: 15)
    }
    pane.close()
    print("misspelt", pane.misspelt.value)
  }
}
