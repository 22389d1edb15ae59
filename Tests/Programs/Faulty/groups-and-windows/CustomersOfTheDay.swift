// fault: groups-and-windows
// verdict: suspect
// proof: run
// says: a group for each customer, subscribed to within next, and nobody ends it or keeps the handle

import Signals

/// Sums what each customer spends; there is always a new customer.
enum CustomersOfTheDay: LeakProgram {
  static func run() {
    let sales = PublishSubject<Int>()
    let bag = DisposeBag()
    sales.groupBy { $0 / 3 }.subscribe(next: { customer in
      if mended {
        customer.take(3).scan(0) { $0 + $1 }.subscribe(next: { _ in }).disposed(by: bag)
      } else {
        _ = customer.scan(0) { $0 + $1 }.subscribe(next: { _ in })  // LEAK
      }
    }).disposed(by: bag)
    for sale in 0..<120 {
      sales.next(sale)
      pause(milliseconds: 1)
    }
    pause(milliseconds: 60)
  }
}
