// healthy: connections without a subscriber, one after the other
// says: The price of each of the six symbols is followed from the first look on, so that the next look has it at once.
// allows: suspect

import Glibc
import Signals

enum PricesOfSymbols: LeakProgram {
  static func run() {
    let market = PublishSubject<Int>()
    let known = Shared<[Int: Signal<Int>]>([:])
    for look in 0..<48 {
      let symbol = look * 5 % 6
      if known.value[symbol] == nil {
        let price = market.filter { $0 % 6 == symbol }.replayLast()
        known.update { $0[symbol] = price }
      }
      let page = known.value[symbol]?.subscribe(next: { _ in })
      market.next(look)
      pause(milliseconds: 3)
      page?.dispose()
    }
    exit(0)
  }
}
