// fault: late-start
// verdict: likely
// proof: run
// says: a search that is cancelled before its first result is empty, and begins the suggestions that stand in for nothing

import Signals

/// Searches that show suggestions when there is no result.
enum NoResultsYet: LeakProgram {
  static func run() {
    let index = PublishSubject<String>()
    let suggestions = PublishSubject<String>()
    for number in 0..<6 {
      let cancelled = PublishSubject<Void>()
      let results = index.filter { $0.hasSuffix("\(number)") }
      let shown: Signal<String>
      if mended {
        shown = results.switchIfEmpty(suggestions).take(until: cancelled)
      } else {
        shown = results.take(until: cancelled)
          .switchIfEmpty(suggestions)  // LEAK
      }
      _ = shown.subscribe(next: { _ in })
      if number % 3 != 1 { index.next("word \(number)") }
      cancelled.next(())
      suggestions.next("perhaps")
    }
    for word in 0..<12 { suggestions.next("word \(word)") }
    pause(milliseconds: 30)
  }
}
