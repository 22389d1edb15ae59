// healthy: groups that stay open for long
// says: A household is complete only when the season closes: then the source completes, and with it every group.
// allows: nothing

import Signals

private struct Slip: Sendable {
  let household: Int
  let cents: Int
}

enum TaxReturns: LeakProgram {
  static func run() {
    let slips = PublishSubject<Slip>()
    let filed = Shared(0)
    let isFiled = Flag()
    _ = slips.groupBy { $0.household }
      .flatMap { household in
        household.reduce(0) { $0 + $1.cents }.map { (household.key, $0) }
      }
      .subscribe(next: { _, _ in filed.update { $0 += 1 } }, completed: { isFiled.raise() })
    for month in 0..<12 {
      for household in 0..<14 { slips.next(Slip(household: household, cents: 1000 * month + household)) }
      pause(milliseconds: 8)
    }
    slips.completed()
    isFiled.wait()
    print("filed", filed.value)
    pause(milliseconds: 10)
  }
}
