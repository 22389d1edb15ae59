// fault: connection
// verdict: suspect
// proof: run
// says: each chart connects its own copy of the ticker; the subscriber goes, the connection does not

import Signals

/// Charts that are opened and closed.
enum TickerConnections: LeakProgram {
  static func run() {
    let prices = PublishSubject<Int>()
    for chart in 0..<12 {
      let shared = prices.map { $0 + chart }.publish()  // LEAK
      let line = shared.signal.subscribe(next: { _ in })
      let connection = shared.connect()  // LEAK
      for price in 0..<3 { prices.next(price) }
      line.dispose()
      if mended { connection.dispose() }
    }
    for price in 0..<20 { prices.next(price) }
    pause(milliseconds: 30)
  }
}
