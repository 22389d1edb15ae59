// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: orders wait in zip for their invoices, and the one machine that prints those stands still from the start

import Signals
import Synchronization

private struct Order: Sendable {
  let number: Int
}

/// A shop: orders come from two tills, invoices from a printer on a thread of its own.
private final class Shop: Sendable {
  let orders = PublishSubject<Order>()
  let invoices = PublishSubject<String>()
  let shipped = Atomic<Int>(0)
  private let bag = DisposeBag()

  func open() {
    orders.map(\.number)
      .zip(with: invoices)  // LEAK
      .subscribe(next: { _ in self.shipped.add(1, ordering: .relaxed) })
      .disposed(by: bag)
    orders.map(\.number).combinePrevious()
      .subscribe(next: { _ in })
      .disposed(by: bag)
  }
}

enum OrdersAndInvoices: LeakProgram {
  static func run() {
    let shop = Shop()
    shop.open()
    let tills = [QueueScheduler("till a"), QueueScheduler("till b")]
    let closed = Flag()
    for (number, till) in tills.enumerated() {
      till.schedule {
        for order in 0..<3000 {
          shop.orders.next(Order(number: order * 2 + number))
          if mended && number == 0 {
            shop.invoices.next("a \(order)")
            shop.invoices.next("b \(order)")
          }
        }
        closed.raise()
      }
    }
    closed.wait()
    closed.wait()
    pause(milliseconds: 20)
    print("shipped", shop.shipped.load(ordering: .relaxed) > 0)
  }
}
