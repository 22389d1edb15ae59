// fault: some-do-not-end
// verdict: likely
// proof: run
// says: a consumer that finds the market closed returns before its subscription is put where the others are disposed

import Signals

private struct Consumer: Sendable {
  let ticker: Signal<Int>
  let number: Int

  func trade() {
    let last = Shared(0)
    let watching = ticker.subscribe(next: { price in last.update { $0 = price } })  // LEAK
    pause(milliseconds: 5)
    if number % 4 == 3 {  // the market is closed
      if mended { watching.dispose() }
      return  // LEAK
    }
    pause(milliseconds: 3)
    watching.dispose()
  }
}

/// Consumers of one feed of prices, of which each watches for a moment.
enum StockTickerConsumers: LeakProgram {
  static func run() {
    let clock = QueueScheduler("exchange")
    let ticker = Signal<Int>.interval(.milliseconds(2), on: clock).publish().refCount()
    for number in 0..<20 { Consumer(ticker: ticker, number: number).trade() }
    pause(milliseconds: 40)
  }
}
