// healthy: a share whose source is begun and ended with its readers
// allows: nothing

import Signals

/// Clients of one ticker, which runs while somebody looks.
enum SharedTickerRestarts: LeakProgram {
  static func run() {
    let clock = QueueScheduler("ticker")
    let ticker = Signal<Int>.interval(.milliseconds(2), on: clock).share()
    for _ in 0..<8 {
      let first = ticker.subscribe(next: { _ in })
      pause(milliseconds: 5)
      let second = ticker.take(2).subscribe(next: { _ in })
      pause(milliseconds: 8)
      first.dispose()
      second.dispose()
      pause(milliseconds: 3)
    }
  }
}
