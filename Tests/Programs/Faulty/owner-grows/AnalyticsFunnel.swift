// fault: owner-grows
// verdict: suspect
// proof: run
// says: what a checkout watches is put into the bag of the analytics singleton, which is there for ever

import Signals

/// Counts how far visitors come.
private final class Analytics: Sendable {
  static let shared = Analytics()
  let bag = DisposeBag()  // LEAK
  let events = PublishSubject<String>()
}

/// A shop with one cart, which is there as long as the application.
private final class Shop: Sendable {
  let cart = BehaviorSubject(0)
}

private final class CheckoutScreen {
  private let bag = DisposeBag()
  private let number: Int

  init(_ shop: Shop, number: Int) {
    self.number = number
    shop.cart.map { "\($0) things" }.subscribe(next: { _ in }).disposed(by: bag)
    shop.cart.map { "checkout \(number) with \($0)" }
      .subscribe(next: { Analytics.shared.events.next($0) })  // LEAK
      .disposed(by: mended ? bag : Analytics.shared.bag)  // LEAK
  }
}

enum AnalyticsFunnel: LeakProgram {
  static func run() {
    let shop = Shop()
    let sent = Shared(0)
    _ = Analytics.shared.events.subscribe(next: { _ in sent.update { $0 += 1 } })
    for number in 0..<26 {
      let screen = CheckoutScreen(shop, number: number)
      shop.cart.next(number % 4)
      shop.cart.next(number % 4 + 1)
      pause(milliseconds: 4)
      withExtendedLifetime(screen) {}
    }
    for step in 0..<20 {
      shop.cart.next(step)
      pause(milliseconds: 2)
    }
    print("events", sent.value)
  }
}
