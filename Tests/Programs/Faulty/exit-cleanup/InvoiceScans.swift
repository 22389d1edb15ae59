// fault: exit-cleanup
// verdict: suspect
// proof: run
// says: what reads the pages of an invoice goes on after its last page, in the office's bag until that is shut down

import Glibc
import Signals

private struct Page: Sendable {
  let invoice: Int
  let words: Int
}

/// Scans invoices, and reads their pages while they come.
private final class Office: Sendable {
  let pages = PublishSubject<Page>()
  let words = Shared(0)
  private let scans = DisposeBag()
  private let status = SerialDisposable()
  private let feeder = QueueScheduler("feeder")

  func open() {
    status.inner = Signal<Int>.interval(.milliseconds(2), on: feeder)
      .withLatestFrom(pages)
      .map(\.invoice)
      .distinctUntilChanged()
      .subscribe(next: { _ in })
  }

  func scan(_ invoice: Int) {
    let reading = pages.filter { $0.invoice == invoice }
      .scan(0) { $0 + $1.words }
      .subscribe(next: { [words] sum in words.update { $0 = max($0, sum) } })  // LEAK
    if !mended { reading.disposed(by: scans) }  // LEAK
    for page in 0..<3 { pages.next(Page(invoice: invoice, words: 200 + page * 31 + invoice)) }
    pause(milliseconds: 4)
    if mended { reading.dispose() }
  }

  func closeScans() { scans.dispose() }
  func closeStatus() { status.dispose() }
}

enum InvoiceScans: LeakProgram {
  static func run() {
    let office = Office()
    let clock = Signal<Int>.interval(.milliseconds(1), on: QueueScheduler("clock")).subscribe(next: { _ in })
    office.open()
    for invoice in 0..<45 { office.scan(invoice) }
    for copy in 0..<20 {
      office.pages.next(Page(invoice: 1000 + copy, words: 1))
      pause(milliseconds: 4)
    }
    office.closeStatus()
    pause(milliseconds: 2)
    office.closeScans()
    usleep(500)
    print("longest", office.words.value)
    clock.dispose()
  }
}
