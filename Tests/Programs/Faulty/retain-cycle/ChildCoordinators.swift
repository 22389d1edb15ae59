// fault: retain-cycle
// verdict: suspect
// proof: run
// says: the closure that hears whether the child is finished holds the child, whose bag holds the subscription

import Signals

/// A flow within the app, over when the user is through it.
private final class CheckoutFlow: Sendable {
  let finished = PublishSubject<Int>()
  private let bag: Shared<DisposeBag?>
  private let total = Shared(0)

  init(_ prices: Signal<Int>) {
    bag = Shared(nil)
    let own = DisposeBag(of: self)
    bag.update { $0 = own }
    if mended {
      prices.subscribe(next: { [weak self] in self?.add($0) }).disposed(by: own)
    } else {
      prices.subscribe(next: { self.add($0) }).disposed(by: own)  // LEAK
    }
  }

  private func add(_ price: Int) { total.update { $0 += price } }
  func finish() { finished.next(total.value) }
}

/// Begins a checkout, and lets go of it when it says that it is finished.
private final class Shop: Sendable {
  private let child = Shared<CheckoutFlow?>(nil)
  private let bag = DisposeBag()

  func begin(_ prices: Signal<Int>) -> CheckoutFlow {
    let checkout = CheckoutFlow(prices)
    child.update { $0 = checkout }
    checkout.finished.take(1).subscribe(next: { [weak self] _ in self?.child.update { $0 = nil } })
      .disposed(by: bag)
    return checkout
  }
}

enum ChildCoordinators: LeakProgram {
  static func run() {
    let prices = PublishSubject<Int>()
    let shop = Shop()
    for customer in 0..<14 {
      let checkout = shop.begin(prices)
      for price in 0..<4 { prices.next(customer + price) }
      checkout.finish()
      pause(milliseconds: 3)
    }
    for price in 0..<20 {
      prices.next(price)
      pause(milliseconds: 2)
    }
    killed(holding: shop)
  }
}
