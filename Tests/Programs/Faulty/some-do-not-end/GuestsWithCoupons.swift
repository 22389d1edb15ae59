// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: the subscription of a guest with a coupon goes into the bag of the shop, which lives as long as the shop

import Signals

private final class Shop: Sendable {
  let offers = PublishRelay<String>()
  let bag = DisposeBag()
  let read = Shared(0)

  func serve(guest number: Int) {
    let guest = DisposeBag()
    let hasCoupon = number % 10 == 9
    let listening =
      offers
      .filter { !$0.isEmpty }
      .subscribe(next: { _ in self.read.update { $0 += 1 } })  // LEAK
    if hasCoupon && !mended {
      listening.disposed(by: bag)  // LEAK
    } else {
      listening.disposed(by: guest)
    }
    for offer in ["tea", "bread"] {
      pause(milliseconds: 2)
      offers.accept(offer)
    }
    guest.dispose()
  }
}

enum GuestsWithCoupons: LeakProgram {
  static func run() {
    let shop = Shop()
    for number in 0..<90 { shop.serve(guest: number) }
    print("read", shop.read.value)
    shop.bag.dispose()
  }
}
