// fault: missing-share
// verdict: finding
// proof: run
// says: every consumer runs the cold feed anew, a decoder and a timer each, where one was meant for all

import Signals

/// A feed that is decoded, and the consumers of one service, each on a thread of its own.
private final class Feed: Sendable {
  let decoded = Shared(0)
  let prices: Signal<Int>
  private let clock = QueueScheduler("feed")

  init() {
    let (decoded, clock) = (decoded, clock)
    let cold = Signal<Int>.deferred {
      Signal<Int>.interval(.milliseconds(3), on: clock)  // LEAK
        .do(onNext: { _ in decoded.update { $0 += 1 } })
    }
    prices = mended ? cold.share(replay: 1) : cold  // LEAK
  }
}

enum PriceConsumers: LeakProgram {
  static func run() {
    let feed = Feed()
    let names: [StaticString] = ["risk", "book", "chart", "audit", "alerts", "tape", "mail", "log"]
    let consumers = CompositeDisposable()
    for name in names {
      let queue = QueueScheduler(name)
      onAnotherThread {
        consumers.add(feed.prices.lazyMap(on: queue) { $0 * 100 }.subscribe(next: { _ in }))  // LEAK
      }
    }
    pause(milliseconds: 60)
    consumers.dispose()
    print("decoded", feed.decoded.value > 0)
  }
}
