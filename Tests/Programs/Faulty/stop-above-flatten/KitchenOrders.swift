// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: take(while:) ends the orders when the kitchen closes, the timers of the dishes below it tick on

import Signals

/// Times each dish that is ordered while the kitchen is open.
enum KitchenOrders: LeakProgram {
  static func run() {
    let clock = QueueScheduler("kitchen")
    let orders = PublishSubject<Int>()
    let closing = PublishSubject<Void>()
    let dishes = orders.take(while: { $0 >= 0 }).flatMap { dish in  // LEAK
      let ticks = Signal<Int>.interval(.milliseconds(4), on: clock).map { $0 + dish }
      return mended ? ticks.take(until: closing) : ticks
    }
    _ = dishes.subscribe(next: { _ in })
    for dish in 1...3 {
      orders.next(dish)
      pause(milliseconds: 10)
    }
    orders.next(-1)
    closing.next(())
    pause(milliseconds: 150)
  }
}
