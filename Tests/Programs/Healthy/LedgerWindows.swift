// healthy: groups and a window that are open at the end
// says: Payments are booked by tens and by region; the last ten are not full yet, and a region stays open.
// allows: nothing

import Signals

private struct Payment: Sendable {
  let region: String
  let cents: Int
}

/// Writes a line for every ten payments, and keeps a sum for each region.
private final class Ledger: Sendable {
  let payments = PublishSubject<Payment>()
  private let bag = DisposeBag()
  private let lines = Shared<[Int]>([])
  private let sums = Shared<[String: Int]>([:])

  init() {
    let (lines, sums) = (lines, sums)
    payments.window(count: 10)
      .flatMap { $0.map(\.cents).collect() }
      .subscribe(next: { cents in lines.update { $0.append(cents.reduce(0, +)) } })
      .disposed(by: bag)
    payments.groupBy { $0.region }
      .flatMap { region in region.map { (region.key, $0.cents) } }
      .subscribe(next: { entry in sums.update { $0[entry.0, default: 0] += entry.1 } })
      .disposed(by: bag)
  }

  var report: String { "lines \(lines.value.count) regions \(sums.value.count)" }
}

enum LedgerWindows: LeakProgram {
  static func run() {
    let ledger = Ledger()
    let regions = ["north", "south", "east", "west", "overseas"]
    for number in 0..<147 {
      // Overseas payments come in the first week only; more may come any day.
      let region = number < 30 ? regions[number % 5] : regions[number % 4]
      ledger.payments.next(Payment(region: region, cents: 100 + number))
      pause(milliseconds: 3)
      if number % 25 == 24 {
        let audit = ledger.payments.take(2).count().subscribe(next: { _ in })
        ledger.payments.next(Payment(region: "north", cents: 1))
        audit.dispose()
      }
    }
    print(ledger.report)
    withExtendedLifetime(ledger) {}
  }
}
