// fault: wrong-flatten
// verdict: suspect
// proof: run
// says: flatMap keeps the suggestions of every text that was typed; the latest was meant

import Signals

/// Suggests streets as one types.
enum StreetSuggestions: LeakProgram {
  static func run() {
    let text = PublishSubject<String>()
    let index = PublishSubject<Int>()
    let suggestions: Signal<String>
    if mended {
      suggestions = text.flatMapLatest { text in index.map { "\(text) \($0)" } }
    } else {
      suggestions = text.flatMap { text in index.map { "\(text) \($0)" } }  // LEAK
    }
    let list = suggestions.subscribe(next: { _ in })
    for letters in ["m", "ma", "mai", "main", "main s", "main st", "main str"] {
      text.next(letters)
      for entry in 0..<3 { index.next(entry) }
      pause(milliseconds: 4)
    }
    pause(milliseconds: 40)
    killed(holding: list)
  }
}
