// healthy: a shared source that outlives most of its subscribers
// says: One viewer stays and keeps the shared ticker; the others come and go.
// allows: nothing

import Glibc
import Signals

enum TickerViewers: LeakProgram {
  static func run() {
    let exchange = PublishSubject<Int>()
    let ticker = exchange.map { $0 * 2 }.share(replay: 1)
    let wall = ticker.subscribe(next: { _ in })
    for visitor in 0..<25 {
      let viewing = ticker.subscribe(next: { _ in })
      exchange.next(visitor)
      pause(milliseconds: 3)
      viewing.dispose()
    }
    withExtendedLifetime(wall) { exit(0) }
  }
}
