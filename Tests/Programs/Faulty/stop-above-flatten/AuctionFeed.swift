// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the end of a sale stops the lots behind a share; the prices that flatMap follows below it never hear of it

import Signals
import Synchronization

private final class Sale: Sendable {
  let lots = PublishSubject<Int>()
  let isOver = PublishSubject<Void>()
  let seen = Atomic<Int>(0)
  private let prices: Signal<Int>

  init(_ prices: Signal<Int>) { self.prices = prices }

  func open() {
    let called = lots.take(until: isOver).share()
    _ = called.count().subscribe(next: { _ in })
    let followed = called.flatMap { [prices] lot in prices.map { $0 * lot } }  // LEAK
    _ = (mended ? followed.take(until: isOver) : followed)
      .subscribe(next: { _ in self.seen.add(1, ordering: .relaxed) })
  }
}

/// An auctioneer who holds one sale after the other; bids come on a thread of their own.
enum AuctionFeed: LeakProgram {
  static func run() {
    let bids = PublishSubject<Int>()
    for evening in 0..<4 {
      let sale = Sale(bids)
      sale.open()
      for lot in 0..<3 {
        sale.lots.next(lot)
        onAnotherThread { for bid in 0..<5 { bids.next(bid + evening) } }
      }
      sale.isOver.next(())
      pause(milliseconds: 10)
    }
    for bid in 0..<20 {
      bids.next(bid)
      pause(milliseconds: 3)
    }
  }
}
