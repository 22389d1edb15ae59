// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the wall's closing ends the shared feed, and with it the headline; what flatMap has begun below it goes on

import Signals

/// A wall with a headline and a chart a symbol, both from one feed of symbols.
enum TickerWall: LeakProgram {
  static func run() {
    let symbols = PublishSubject<String>()
    let trades = PublishSubject<Int>()
    let closed = PublishSubject<Void>()
    let shown = Shared(0)

    let feed = symbols.take(until: closed).share()
    _ = feed.map { $0.uppercased() }.subscribe(next: { _ in })
    if mended {
      _ = feed.flatMap { symbol in trades.filter { $0 % 2 == symbol.count % 2 } }.take(until: closed)
        .subscribe(next: { _ in shown.update { $0 += 1 } })
    } else {
      _ = feed.flatMap { symbol in trades.filter { $0 % 2 == symbol.count % 2 } }  // LEAK
        .subscribe(next: { _ in shown.update { $0 += 1 } })
    }

    symbols.next("acme")
    trades.next(1)
    symbols.next("umbrella")
    for price in 2..<8 { trades.next(price) }
    closed.next(())
    for price in 8..<20 { trades.next(price) }
    pause(milliseconds: 20)
    print("shown \(shown.value)")
  }
}
