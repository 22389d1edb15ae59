// healthy: a share that is kept without subscribers
// says: The rates are asked for once and kept for whoever comes next, as `forever` says.
// allows: nothing

import Glibc
import Signals

enum ExchangeRates: LeakProgram {
  static func run() {
    let server = PublishSubject<Int>()
    let rates = server.map { $0 * 2 }.share(replay: 1, scope: .forever)
    for customer in 0..<20 {
      let reading = rates.subscribe(next: { _ in })
      server.next(customer)
      pause(milliseconds: 3)
      reading.dispose()
    }
    exit(0)
  }
}
