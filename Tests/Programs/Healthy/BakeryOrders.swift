// healthy: orders come faster than they are baked at rush hour, and the queue is empty again in the end
// allows: nothing

import Signals

/// A bakery that catches up after the rush.
enum BakeryOrders: LeakProgram {
  static func run() {
    let clock = QueueScheduler("oven")
    let orders = PublishSubject<Int>()
    let baked = Shared(0)
    let handle =
      orders
      .concatMap { order in Signal<Int>.timer(after: .microseconds(400), on: clock).map { $0 + order } }
      .subscribe(next: { _ in baked.update { $0 += 1 } })
    for order in 0..<120 { orders.next(order) }
    while baked.value < 120 { pause(milliseconds: 2) }
    for order in 0..<10 {
      orders.next(order)
      pause(milliseconds: 3)
    }
    while baked.value < 130 { pause(milliseconds: 2) }
    handle.dispose()
  }
}
