// fault: some-do-not-end
// verdict: finding
// proof: run
// says: a receipt that the printer refuses ends the printing of all receipts; the drawer goes on to hear each sale

import Signals

private struct OutOfPaper: Error {}

/// Prints a receipt, unless its paper has run out.
private final class Printer: Sendable {
  private let queue = QueueScheduler("printer")

  func print(_ sale: Int) -> Signal<Int> {
    Signal<Int>.timer(after: .milliseconds(3), on: queue).map { _ in
      if sale == 5 { throw OutOfPaper() }
      return sale
    }
  }
}

private final class Till: Sendable {
  let sales = PublishSubject<Int>()
  let printed = Shared(0)
  let opened = Shared(0)
  private let bag = DisposeBag()

  init(_ printer: Printer) {
    sales
      .flatMap { sale in  // LEAK
        mended ? printer.print(sale).catch { _ in .empty() } : printer.print(sale)
      }
      .subscribe(next: { [printed] _ in printed.update { $0 += 1 } }, error: { _ in })
      .disposed(by: bag)
    sales.subscribe(next: { [opened] _ in opened.update { $0 += 1 } }).disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum TillReceipts: LeakProgram {
  static func run() {
    let till = Till(Printer())
    for sale in 0..<14 {
      till.sales.next(sale)
      pause(milliseconds: 8)
    }
    print("printed", till.printed.value, "opened", till.opened.value)
    till.close()
  }
}
