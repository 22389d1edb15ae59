// healthy: a combineLatest and a withLatestFrom, one input of which is silent for most of the run
// says: Nobody is signed in at first, and nothing is to be shown then; later somebody is, and all is.
// allows: nothing

import Signals

/// A shop that shows the prices of who is signed in.
enum LoginAtLast: LeakProgram {
  static func run() {
    let prices = PublishSubject<Int>()
    let presses = PublishSubject<Int>()
    let user = PublishSubject<Int>()
    let shown = Shared(0)
    let shop = DisposeBag()
    prices.combineLatest(with: user).subscribe(next: { _ in shown.update { $0 += 1 } }).disposed(by: shop)
    presses.withLatestFrom(user) { $0 + $1 }.subscribe(next: { _ in }).disposed(by: shop)
    for price in 0..<900 {
      prices.next(price)
      if price % 10 == 0 {
        presses.next(price)
        pause(milliseconds: 1)
      }
      if price == 600 { user.next(7) }
    }
    print("shown \(shown.value)")
    shop.dispose()
  }
}
