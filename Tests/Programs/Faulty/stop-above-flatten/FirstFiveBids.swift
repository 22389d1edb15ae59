// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: take(5) counts bids that open an auction, and says nothing of what each of them began

import Signals

/// Opens the first five auctions of the day and follows each.
enum FirstFiveBids: LeakProgram {
  static func run() {
    let offers = PublishSubject<Int>()
    let bids = PublishSubject<Int>()
    let hammer = PublishSubject<Int>()
    let all = Shared(0)
    let auctions = offers.take(5)  // LEAK
      .flatMap { lot in  // LEAK
        mended
          ? bids.filter { $0 == lot }.take(until: hammer.filter { $0 == lot }) : bids.filter { $0 == lot }
      }
    _ = auctions.subscribe(next: { _ in all.update { $0 += 1 } })
    for lot in 0..<8 {
      offers.next(lot)
      bids.next(lot)
      pause(milliseconds: 2)
    }
    for lot in 0..<5 { hammer.next(lot) }
    for round in 0..<60 {
      bids.next(round % 5)
      pause(milliseconds: 1)
    }
  }
}
