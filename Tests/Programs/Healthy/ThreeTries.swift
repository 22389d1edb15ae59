// healthy: fails and is tried again
// says: Every request is tried three times at most and then stands for nothing.
// allows: nothing

import Signals

enum ThreeTries: LeakProgram {
  struct Unreachable: Error {}

  static func run() {
    let clock = QueueScheduler("net")
    for request in 0..<10 {
      _ = Signal<Int>.timer(after: .milliseconds(2), on: clock)
        .map { value -> Int in
          if request % 2 == 0 { throw Unreachable() }
          return value
        }
        .retry(2)
        .catchAndReturn(-1)
        .subscribe(next: { _ in })
      pause(milliseconds: 10)
    }
    pause(milliseconds: 60)
  }
}
