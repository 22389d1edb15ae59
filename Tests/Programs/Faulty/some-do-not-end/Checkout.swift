// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: a purchase that is paid for stops its timer; one that is cancelled leaves it running

import Signals

/// Customers who have some time to pay, shown as a countdown.
enum Checkout: LeakProgram {
  static func run() {
    let clock = QueueScheduler("shop")
    let cancelled = Shared(0)
    for customer in 0..<8 {
      let paid = PublishSubject<Void>()
      let left = PublishSubject<Void>()
      _ = Signal<Int>.interval(.milliseconds(5), on: clock)
        .take(until: mended ? paid.merge(left) : paid)  // LEAK
        .subscribe(next: { _ in })  // LEAK
      pause(milliseconds: 10)
      if customer % 4 == 1 {
        left.next(())
        cancelled.update { $0 += 1 }
      } else {
        paid.next(())
      }
    }
    pause(milliseconds: 60)
    print("cancelled \(cancelled.value)")
  }
}
