// healthy: handles let go, some of the line ended and others not
// says: Each order waits for its payment, once; three customers have not paid when the day is over.
// allows: suspect

import Glibc
import Signals

enum WaitingForPayment: LeakProgram {
  static func run() {
    let payments = PublishSubject<Int>()
    let paid = Shared(0)
    for order in 0..<15 {
      _ = payments.filter { $0 == order }.take(1).subscribe(next: { _ in paid.update { $0 += 1 } })
    }
    for payment in 0..<12 {
      payments.next(payment)
      pause(milliseconds: 5)
    }
    print("paid", paid.value)
    exit(0)
  }
}
