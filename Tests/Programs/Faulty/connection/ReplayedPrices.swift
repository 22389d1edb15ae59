// fault: connection
// verdict: suspect
// proof: run
// says: every screen makes a replay of its own of an endless source; the screen's subscription ends, the replay does not

import Signals

/// Screens that show the last price at once, and then what comes.
enum ReplayedPrices: LeakProgram {
  static func run() {
    let prices = PublishSubject<Int>()
    for screen in 0..<8 {
      let last: Signal<Int>
      if mended {
        last = prices.share(replay: 1)
      } else {
        last =
          prices
          .replayLast()  // LEAK
      }
      let shown = last.map { $0 + screen }.subscribe(next: { _ in })
      for price in 0..<5 { prices.next(price) }
      shown.dispose()
    }
    for price in 0..<20 { prices.next(price) }
    pause(milliseconds: 25)
  }
}
