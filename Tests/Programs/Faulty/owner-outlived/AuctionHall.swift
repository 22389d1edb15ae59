// fault: owner-outlived
// verdict: likely
// proof: run
// says: bids that come after the auction's composite was disposed are followed by a subscription that is in none

import Signals

/// Auctions; whoever bids last is followed until the auction is over.
enum AuctionHall: LeakProgram {
  static func run() {
    let bids = PublishSubject<Int>()
    let hall = Shared(0)
    for lot in 0..<5 {
      let auction = CompositeDisposable()
      for bidder in 0..<3 {
        let follows = bids.filter { $0 > bidder + lot }
          .subscribe(next: { _ in hall.update { $0 += 1 } })  // LEAK
        if mended || bidder < 2 || lot % 2 == 0 { auction.add(follows) }
        bids.next(bidder * 10)
      }
      auction.dispose()
    }
    for bid in 0..<12 { bids.next(bid * 5) }
    pause(milliseconds: 25)
  }
}
