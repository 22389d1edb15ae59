// healthy: groups that never end, an inner signal each
// says: There are seven pairs, each has its group from the first price to the last, and no more are made.
// allows: nothing

import Signals

enum CurrencyPairs: LeakProgram {
  static func run() {
    let prices = PublishSubject<(Int, Int)>()
    let best = Shared<[Int: Int]>([:])
    let desk =
      prices
      .groupBy { $0.0 }
      .flatMap { pair in pair.scan((0, 0)) { ($1.0, max($0.1, $1.1)) } }
      .subscribe(next: { price in best.update { $0[price.0] = price.1 } })
    onAnotherThread {
      for tick in 0..<200 {
        prices.next((tick % 7, tick * 31 % 97))
        if tick % 3 == 0 { pause(milliseconds: 1) }
      }
    }
    print("pairs", best.value.count)
    pause(milliseconds: 40)
    withExtendedLifetime(desk) {}
  }
}
