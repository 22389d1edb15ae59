// healthy: a gatherer whose one input is far behind for a while
// says: Invoices are printed in batches: hundreds of orders wait for theirs, and all get one.
// allows: nothing

import Signals
import Synchronization

private final class Shop: Sendable {
  let orders = PublishSubject<Int>()
  let invoices = PublishSubject<String>()
  let shipped = Atomic<Int>(0)
  private let bag = DisposeBag()

  func open() {
    orders.zip(with: invoices)
      .subscribe(next: { _ in self.shipped.add(1, ordering: .relaxed) })
      .disposed(by: bag)
    orders.combineLatest(with: invoices).sample(on: invoices, default: (0, ""))
      .subscribe(next: { _ in })
      .disposed(by: bag)
  }
}

enum ZipCatchesUp: LeakProgram {
  static func run() {
    let shop = Shop()
    shop.open()
    for batch in 0..<5 {
      onAnotherThread { for order in 0..<300 { shop.orders.next(batch * 300 + order) } }
      pause(milliseconds: 6)
      onAnotherThread { for order in 0..<300 { shop.invoices.next("\(batch) \(order)") } }
    }
    print("shipped", shop.shipped.load(ordering: .relaxed))
  }
}
