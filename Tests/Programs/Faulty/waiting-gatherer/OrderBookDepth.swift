// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the depth of the book never comes: what is combined with it never sends

import Signals

/// Joins prices with the depth of the book, which another service is to send.
enum OrderBookDepth: LeakProgram {
  static func run() {
    let prices = PublishSubject<Double>()
    let depth = PublishSubject<Int>()
    let shown = Shared(0)
    let book = prices.zip(with: depth.startWith(0))
    let view = book.subscribe(next: { _ in shown.update { $0 += 1 } })
    let ladder = prices.combineLatest(with: depth)  // LEAK
      .subscribe(next: { _ in shown.update { $0 += 1 } })
    for tick in 0..<400 {
      prices.next(Double(tick))
      if mended { depth.next(tick) }
      if tick % 20 == 0 { pause(milliseconds: 2) }
    }
    pause(milliseconds: 20)
    view.dispose()
    ladder.dispose()
  }
}
