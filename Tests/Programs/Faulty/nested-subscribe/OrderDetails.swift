// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: within each order's `next` its details are subscribed to; the outer handle does not end those

import Signals

/// Shows the details of the order that is chosen.
enum OrderDetails: LeakProgram {
  static func run() {
    let chosen = PublishSubject<Int>()
    let details = PublishSubject<Int>()
    let screen: Subscription
    if mended {
      screen = chosen.flatMapLatest { order in details.filter { $0 == order } }.subscribe(next: { _ in })
    } else {
      screen = chosen.subscribe(next: { order in
        _ = details.filter { $0 == order }.subscribe(next: { _ in })  // LEAK
      })
    }
    for order in 0..<15 {
      chosen.next(order)
      details.next(order)
    }
    screen.dispose()
    for order in 0..<30 { details.next(order) }
    pause(milliseconds: 30)
  }
}
