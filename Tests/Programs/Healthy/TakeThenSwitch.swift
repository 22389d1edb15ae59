// healthy: take above flatMapLatest whose inner ends by itself, later
// allows: nothing

import Signals

/// Fetches the details of the first three orders; each takes a while.
enum TakeThenSwitch: LeakProgram {
  static func run() {
    let clock = QueueScheduler("orders")
    let orders = PublishSubject<Int>()
    _ = orders.take(3).flatMap { order in
      Signal<Int>.timer(after: .milliseconds(20), on: clock).map { $0 + order }
    }
    .subscribe(next: { _ in })
    for order in 0..<6 {
      orders.next(order)
      pause(milliseconds: 2)
    }
    pause(milliseconds: 60)
  }
}
