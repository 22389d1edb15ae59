// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: an order that is cancelled is never settled; `zip` keeps one more order waiting with each of them

import Signals

private struct Order: Sendable {
  let number: Int
  let cents: Int
  var isCancelled: Bool { number % 3 == 2 }
}

private struct Settlement: Sendable {
  let cents: Int
}

/// A shop: orders, and what the bank says of those that were paid.
private struct Shop: Sendable {
  let orders = PublishSubject<Order>()
  let settlements = PublishSubject<Settlement>()

  func ledger() -> Signal<Int> {
    let payable = mended ? orders.filter { !$0.isCancelled } : orders
    return zip(payable, settlements)  // LEAK
      .map { order, settlement in settlement.cents - order.cents }
  }
}

/// Matches orders and settlements in the order in which they come.
enum SettledOrders: LeakProgram {
  static func run() {
    let shop = Shop()
    let bag = DisposeBag()
    let matched = Shared(0)
    let cancelled = Shared(0)
    shop.ledger().subscribe(next: { _ in matched.update { $0 += 1 } }).disposed(by: bag)
    shop.orders.filter { $0.isCancelled }
      .subscribe(next: { _ in cancelled.update { $0 += 1 } })
      .disposed(by: bag)
    for number in 0..<120 {
      let order = Order(number: number, cents: 100 + number * 7)
      shop.orders.next(order)
      pause(milliseconds: 2)
      if !order.isCancelled { shop.settlements.next(Settlement(cents: order.cents)) }
    }
    bag.dispose()
    print("matched", matched.value, "cancelled", cancelled.value)
  }
}
