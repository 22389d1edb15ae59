// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the day's total is a reduce over a relay, which never completes, so the total is never known

import Signals

private final class Till: Sendable {
  let sales = PublishRelay<Int>()
  let closing = PublishSubject<Void>()
  let total = Shared<Int?>(nil)
  let last = Shared(0)
  private let bag = DisposeBag()

  func open() {
    sales.subscribe(next: { amount in self.last.update { $0 = amount } }).disposed(by: bag)
    let day = mended ? sales.take(until: closing) : sales
    day
      .reduce(0, +)  // LEAK
      .subscribe(next: { sum in self.total.update { $0 = sum } })
      .disposed(by: bag)
  }

  func close() {
    closing.next(())
    print("total", total.value ?? -1, "last", last.value)
    bag.dispose()
  }
}

enum CashUp: LeakProgram {
  static func run() {
    let till = Till()
    till.open()
    for amount in [12, 7, 30] {
      pause(milliseconds: 50)
      till.sales.accept(amount)
    }
    pause(milliseconds: 80)
    till.close()
  }
}
