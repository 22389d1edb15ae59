// healthy: a connection whose handle was let go, without subscribers for a while
// says: The ticker is hot for as long as the process lives, whether or not somebody watches.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Ticker: Sendable {
  private let connection: MulticastConnection<Int>
  var prices: Signal<Int> { connection.signal }

  init() {
    connection = Signal<Int>.interval(.milliseconds(4), on: QueueScheduler("ticker"))
      .scan(100) { price, tick in price + tick % 5 - 2 }
      .publish()
    _ = connection.connect()
  }
}

private final class Watcher: Sendable {
  let seen = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ ticker: Ticker) {
    ticker.prices.subscribe(next: { [weak self] _ in self?.seen.add(1, ordering: .relaxed) }).disposed(
      by: bag)
  }
}

enum HotTicker: LeakProgram {
  static func run() {
    let ticker = Ticker()
    for visit in 0..<15 {
      let watcher = Watcher(ticker)
      pause(milliseconds: visit % 3 == 0 ? 20 : 9)
      withExtendedLifetime(watcher) {}
    }
    pause(milliseconds: 60)
    withExtendedLifetime(ticker) { exit(0) }
  }
}
