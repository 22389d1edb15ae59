// healthy: a subscription that is disposed and begun again with each pause
// allows: nothing

import Signals

/// A recorder with pause and go on.
enum PausedByHand: LeakProgram {
  static func run() {
    let clock = QueueScheduler("tape")
    let tape = Signal<Int>.interval(.milliseconds(1), on: clock)
    let current = SerialDisposable()
    for _ in 0..<10 {
      current.inner = tape.subscribe(next: { _ in })
      pause(milliseconds: 6)
      current.inner = nil
      pause(milliseconds: 2)
    }
    current.dispose()
    pause(milliseconds: 20)
  }
}
