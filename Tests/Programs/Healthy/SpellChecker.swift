// healthy: requests that are begun and not waited for
// says: Each word that is typed on takes the place of the check before, which is cancelled; the last is on its way as the editor quits.
// allows: nothing

import Signals

private final class Dictionary: Sendable {
  private let server = QueueScheduler("dictionary")
  let cancelled = Shared(0)

  func suggestions(for word: String) -> Signal<[String]> {
    .create { [server, cancelled] subscriber in
      let hasAnswered = Shared(false)
      let request = server.schedule(after: .milliseconds(12)) {
        hasAnswered.update { $0 = true }
        subscriber.next([word, word + "s"])
        subscriber.completed()
      }
      return Disposable {
        request.dispose()
        if !hasAnswered.value { cancelled.update { $0 += 1 } }
      }
    }
  }
}

enum SpellChecker: LeakProgram {
  static func run() {
    let dictionary = Dictionary()
    let typed = PublishSubject<String>()
    let answered = Shared(0)
    let checking = typed.flatMapLatest { dictionary.suggestions(for: $0) }
      .subscribe(next: { _ in answered.update { $0 += 1 } })
    let words = ["red", "redu", "reduc", "reduce", "sca", "scan", "fil", "filt", "filter", "zi", "zip"]
    for (number, word) in words.enumerated() {
      typed.next(word)
      if number % 4 == 3 {
        let before = answered.value
        while answered.value == before { pause(milliseconds: 1) }
      } else {
        pause(milliseconds: 3)
      }
    }
    print("checked", answered.value)
    withExtendedLifetime(checking) {}
  }
}
