// healthy: timers, the last of which runs at the end
// says: Each view polls until it is left; the one in front polls on.
// allows: nothing

import Glibc
import Signals

private final class View: Sendable {
  private let polling: Subscription
  init(_ clock: QueueScheduler) {
    polling = Signal<Int>.interval(.milliseconds(3), on: clock).subscribe(next: { _ in })
  }
  func leave() { polling.dispose() }
}

enum PollerPerView: LeakProgram {
  static func run() {
    let clock = QueueScheduler("views")
    var front = View(clock)
    for _ in 0..<7 {
      pause(milliseconds: 12)
      let next = View(clock)
      front.leave()
      front = next
    }
    pause(milliseconds: 60)
    withExtendedLifetime(front) { exit(0) }
  }
}
