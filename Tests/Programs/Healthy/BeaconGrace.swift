// healthy: values that arrive at a create after its disposal
// says: The driver cancels its polling at disposal; what a callback has in its hands then still comes, and no more.
// allows: nothing

import Signals
import Synchronization

private final class Driver: Sendable {
  let polled = Atomic<Int>(0)
  private let radio = QueueScheduler("radio")

  func strength(of beacon: Int) -> Signal<Int> {
    Signal<Int>.create { [radio] subscriber in
      radio.schedule(after: .milliseconds(1), every: .milliseconds(1)) {
        let level = -40 - self.polled.add(1, ordering: .relaxed).newValue % 30
        pause(milliseconds: 1)
        subscriber.next(level - beacon)
        subscriber.next(level)
      }
    }
  }
}

enum BeaconGrace: LeakProgram {
  static func run() {
    let driver = Driver()
    for floor in 0..<9 {
      let locator = driver.strength(of: floor).scan(0) { Swift.max($0, $1) }.subscribe(next: { _ in })
      pause(milliseconds: 9)
      onAnotherThread { locator.dispose() }
      pause(milliseconds: 2)
    }
    pause(milliseconds: 20)
  }
}
