// healthy: thousands of values are gathered, and nothing comes out
// says: A day's sales are added up at its end; the last day is not over as the program ends.
// allows: nothing

import Signals

enum DailyTotals: LeakProgram {
  static func run() {
    let sales = PublishSubject<Int>()
    let totals = Shared<[Int]>([])
    let closes = PublishSubject<Void>()
    let days = sales.window(on: closes).flatMap { $0.collect() }
      .subscribe(next: { all in totals.update { $0.append(all.reduce(0, +)) } })
    for day in 0..<8 {
      for sale in 0..<600 { sales.next(sale) }
      pause(milliseconds: 6)
      if day < 7 { closes.next(()) }
    }
    print("days", totals.value.count)
    withExtendedLifetime(days) {}
  }
}
