// healthy: a timer and an inner signal that are alive at the end
// says: Search as one types, with a pause before each request; the last result is shown when the program is killed.
// allows: nothing

import Signals

enum SearchStillOpen: LeakProgram {
  static func run() {
    let clock = QueueScheduler("search")
    let text = PublishSubject<String>()
    let index = PublishSubject<Int>()
    let results = text.debounce(for: .milliseconds(4), on: clock).flatMapLatest { text in
      index.map { "\(text) \($0)" }
    }
    let list = results.subscribe(next: { _ in })
    for letters in ["s", "si", "sig", "sign", "signal"] {
      text.next(letters)
      pause(milliseconds: 12)
      for entry in 0..<3 { index.next(entry) }
    }
    pause(milliseconds: 40)
    killed(holding: list)
  }
}
