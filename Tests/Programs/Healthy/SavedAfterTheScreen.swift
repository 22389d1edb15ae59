// healthy: its owner is gone from memory, and it is alive
// says: Saving goes on for a moment after the screen has gone, and ends by itself; the last is under way at the end.
// allows: nothing

import Glibc
import Signals

private final class Screen: Sendable {
  func save(_ clock: QueueScheduler) {
    Signal<Int>.timer(after: .milliseconds(15), on: clock)
      .subscribe(next: { _ in })
      .owned(by: self)
  }
}

enum SavedAfterTheScreen: LeakProgram {
  static func run() {
    let clock = QueueScheduler("store")
    for _ in 0..<12 {
      let screen = Screen()
      screen.save(clock)
      pause(milliseconds: 5)
    }
    let last = PublishSubject<Int>()
    let shown = last.subscribe(next: { _ in })
    last.next(1)
    withExtendedLifetime(shown) { exit(0) }
  }
}
