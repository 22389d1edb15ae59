// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the coupon never speaks, so combineLatest says nothing however often the basket changes

import Signals

/// The price of a basket with an optional coupon.
enum CheckoutButton: LeakProgram {
  static func run() {
    let basket = PublishSubject<Int>()
    let coupons = PublishSubject<Int>()
    let coupon = mended ? coupons.startWith(0) : coupons
    let price = combineLatest(basket, coupon).map { $0.0 - $0.1 }  // LEAK
    let button = price.subscribe(next: { _ in })
    for change in 0..<2000 { basket.next(change) }
    pause(milliseconds: 20)
    button.dispose()
  }
}
