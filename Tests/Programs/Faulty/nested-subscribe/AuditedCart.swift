// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: a side effect of `do` subscribes anew for each item that is put into the cart

import Signals

/// Carts that are followed until they are bought; an audit looks at each item.
enum AuditedCart: LeakProgram {
  static func run() {
    let prices = PublishSubject<Int>()
    let audited = Shared(0)
    for customer in 0..<4 {
      let items = PublishSubject<Int>()
      let bought = PublishSubject<Void>()
      let audit: @Sendable (Int) -> Void = { item in
        let following = mended ? prices.filter { $0 > item }.take(until: bought) : prices.filter { $0 > item }
        _ = following.subscribe(next: { _ in audited.update { $0 += 1 } })  // LEAK
      }
      _ = items.do(onNext: audit)
        .take(until: bought)
        .subscribe(next: { _ in })
      for item in 0..<4 {
        items.next(customer + item)
        prices.next(item)
      }
      bought.next(())
    }
    for price in 0..<12 { prices.next(price) }
    pause(milliseconds: 25)
    print("audited \(audited.value)")
  }
}
