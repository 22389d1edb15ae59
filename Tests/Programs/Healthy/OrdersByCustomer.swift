// healthy: groups that do not end
// says: One group for each of the five customers; they stay customers for as long as the shop is open.
// allows: nothing

import Glibc
import Signals

enum OrdersByCustomer: LeakProgram {
  static func run() {
    let orders = PublishSubject<Int>()
    let bag = DisposeBag()
    orders.groupBy { $0 % 5 }
      .flatMap { customer in customer.scan(0) { $0 + $1 } }
      .subscribe(next: { _ in })
      .disposed(by: bag)
    for order in 0..<150 {
      orders.next(order)
      if order % 3 == 0 { pause(milliseconds: 2) }
    }
    withExtendedLifetime(bag) { exit(0) }
  }
}
