// fault: overwritten-handle
// verdict: likely
// proof: run
// says: two threads find that the feed of a shop is not running, both begin it, and the second overwrites the first's handle

import Dispatch
import Signals

/// The prices of a shop, read as soon as somebody asks, from whatever thread.
private final class Shop: Sendable {
  private let feed = Shared<Subscription?>(nil)
  private let beginning = Shared(false)
  private let latest = Shared(0)

  func price(from prices: Signal<Int>) -> Int {
    let isFirst = beginning.update { begun in
      defer { begun = true }
      return !begun
    }
    let isMine = mended ? isFirst : feed.value == nil
    if isMine {
      pause(milliseconds: 2)
      let subscription = prices.subscribe(next: { [latest] price in latest.update { $0 = price } })  // LEAK
      feed.update { $0 = subscription }  // LEAK
    }
    return latest.value
  }

  func close() { feed.value?.dispose() }
}

enum PriceFeedStart: LeakProgram {
  static func run() {
    let prices = PublishSubject<Int>()
    let index = prices.scan(0, +).subscribe(next: { _ in })
    for day in 0..<14 {
      let shop = Shop()
      DispatchQueue.concurrentPerform(iterations: 2) { _ in _ = shop.price(from: prices) }
      for price in 0..<3 { prices.next(day + price) }
      pause(milliseconds: 2)
      shop.close()
    }
    for price in 0..<25 {
      prices.next(price)
      pause(milliseconds: 2)
    }
    index.dispose()
  }
}
