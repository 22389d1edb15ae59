// fault: reentrant-cycle
// verdict: finding
// proof: run
// says: price, amount and total correct each other round and round until the rounding stands still

import Signals

/// A form with three fields that depend on each other.
enum PriceAndTotal: LeakProgram {
  static func run() {
    let price = PublishSubject<Int>()  // LEAK
    let amount = PublishSubject<Int>()  // LEAK
    let total = PublishSubject<Int>()  // LEAK
    let form = DisposeBag()
    price.filter { $0 > 0 }.subscribe(next: { amount.next($0 - 1) }).disposed(by: form)  // LEAK
    amount.filter { $0 > 0 }.subscribe(next: { total.next($0) }).disposed(by: form)  // LEAK
    total.filter { _ in !mended }
      .subscribe(next: { price.next($0) }).disposed(by: form)  // LEAK
    for value in 1...6 { price.next(value * 100) }
    withExtendedLifetime(form) {}
  }
}
