// healthy: closures that hold their object strongly, handles let go, two alive at the end
// says: An order stays in memory until its receipt has come, on purpose; the last two receipts are on their way at the end.
// allows: nothing

import Signals

private final class SentOrder: Sendable {
  private let number: Int
  private let isReceived = Shared(false)
  init(_ number: Int) { self.number = number }

  func send(_ receipts: Signal<Int>) {
    _ = receipts.filter { [number] in $0 == number }.take(1)
      .subscribe(next: { _ in self.isReceived.update { $0 = true } })
  }
}

enum ReceiptKeepsOrder: LeakProgram {
  static func run() {
    let receipts = PublishSubject<Int>()
    for number in 0..<24 {
      SentOrder(number).send(receipts)
      if number > 1 { receipts.next(number - 2) }
      pause(milliseconds: 4)
    }
  }
}
