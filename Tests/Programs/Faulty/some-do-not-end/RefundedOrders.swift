// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: an order that is delivered ends its tracking, one that is refunded forgets to

import Signals

/// Tracks orders until they are delivered or refunded.
enum RefundedOrders: LeakProgram {
  static func run() {
    let vans = PublishSubject<Int>()
    var tracked: [Int: Subscription] = [:]
    for order in 0..<24 {
      tracked[order] = vans.filter { $0 == order }.subscribe(next: { _ in })  // LEAK
      vans.next(order)
      if order % 4 == 3 {
        if mended { tracked[order]?.dispose() }
        tracked.removeValue(forKey: order)
      } else {
        tracked.removeValue(forKey: order)?.dispose()
      }
    }
    for order in 0..<24 { vans.next(order) }
    pause(milliseconds: 30)
  }
}
