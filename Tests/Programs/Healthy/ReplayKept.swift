// healthy: a connection that outlives its subscribers
// says: The newest rates are kept for whoever comes next, so the connection is to stay when the last reader leaves.
// allows: nothing

import Signals
import Synchronization

private final class Rates: Sendable {
  let latest: Signal<Int>

  init(_ exchange: PublishSubject<Int>) { latest = exchange.filter { $0 > 0 }.replayLast() }
}

private final class Purchase: Sendable {
  let price = Mutex<Int?>(nil)

  init(_ rates: Rates) {
    _ = rates.latest
      .take(1)
      .subscribe(next: { [weak self] rate in self?.price.withLock { $0 = rate * 3 } })
  }
}

enum ReplayKept: LeakProgram {
  static func run() {
    let exchange = PublishSubject<Int>()
    let rates = Rates(exchange)
    var total = 0
    for minute in 1...60 {
      exchange.next(minute)
      let purchase = Purchase(rates)
      total += purchase.price.withLock { $0 } ?? 0
      pause(milliseconds: 2)
    }
    print("total", total)
  }
}
