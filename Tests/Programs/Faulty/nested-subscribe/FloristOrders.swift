// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: each order subscribes to the stock within next to look at it once, and is checked again at every delivery, for the rest of the day

import Signals

private struct Bouquet: Sendable {
  let number: Int
  let roses: Int
}

/// A shop: orders come in, and so do deliveries of roses.
private final class Florist: Sendable {
  let orders = PublishSubject<Bouquet>()
  let stock = MutableProperty(60)
  let checks = Shared(0)
  private let bag = DisposeBag()

  func open() {
    if mended {
      orders.withLatestFrom(stock.signal) { order, roses in (order, roses) }
        .subscribe(next: { [self] order, roses in check(order, roses) })
        .disposed(by: bag)
    } else {
      orders
        .subscribe(next: { [self] order in
          stock.signal
            .subscribe(next: { [self] roses in check(order, roses) })  // LEAK
            .disposed(by: bag)
        })
        .disposed(by: bag)
    }
  }

  private func check(_ order: Bouquet, _ roses: Int) {
    checks.update { $0 += 1 }
    if order.roses > roses { print("order", order.number, "has to wait") }
  }

  func close() { bag.dispose() }
}

enum FloristOrders: LeakProgram {
  static func run() {
    let florist = Florist()
    florist.open()
    for number in 0..<36 {
      florist.orders.next(Bouquet(number: number, roses: 3 + number % 9))
      if number % 4 == 3 { florist.stock.modify { $0 += 15 } }
      pause(milliseconds: 3)
    }
    for _ in 0..<8 {
      florist.stock.modify { $0 += 5 }
      pause(milliseconds: 4)
    }
    florist.close()
    print("36 orders, enough checks", florist.checks.value >= 36)
  }
}
