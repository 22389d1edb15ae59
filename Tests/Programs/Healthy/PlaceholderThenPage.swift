// healthy: take(untilReplacement:) below a stop that fired; its source has ended and it has not
// says: The placeholder is taken away as the loading is stopped, which is when the page comes; the page ends by itself.
// allows: nothing

import Signals

/// Articles with a placeholder that moves until they have come.
enum PlaceholderThenPage: LeakProgram {
  static func run() {
    let clock = QueueScheduler("loading")
    let loaded = PublishSubject<Int>()
    for article in 0..<8 {
      let stopped = PublishSubject<Void>()
      let page = loaded.filter { $0 == article }.take(1)
      let shown = Signal<Int>.interval(.milliseconds(1), on: clock)
        .take(until: stopped)
        .take(untilReplacement: page)
      _ = shown.subscribe(next: { _ in })
      pause(milliseconds: 4)
      stopped.next(())
      pause(milliseconds: 2)
      loaded.next(article)
    }
    pause(milliseconds: 20)
  }
}
