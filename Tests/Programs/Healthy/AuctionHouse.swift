// healthy: some of a kind end, others do not; a timer each
// says: Auctions end by their clock; the four whose time has not come take bids when the house closes.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Auction: Sendable {
  let bids = PublishSubject<Int>()
  let highest = Shared(0)
  private let bag = DisposeBag()

  func open(for milliseconds: Int, on clock: QueueScheduler) {
    bids
      .take(until: Signal<Int>.timer(after: .milliseconds(milliseconds), on: clock))
      .scan(0) { max($0, $1) }
      .distinctUntilChanged()
      .subscribe(next: { [highest] bid in highest.update { $0 = bid } })
      .disposed(by: bag)
  }
}

enum AuctionHouse: LeakProgram {
  static func run() {
    let clock = QueueScheduler("auctions")
    let auctions = Shared<[Auction]>([])
    for number in 0..<40 {
      let auction = Auction()
      auction.open(for: number % 10 == 7 ? 2000 : 20 + number % 5 * 6, on: clock)
      auctions.update { $0.append(auction) }
      for (index, auction) in auctions.value.suffix(12).enumerated() { auction.bids.next(number * index) }
      pause(milliseconds: 5)
    }
    print("sum", auctions.value.map { $0.highest.value }.reduce(0, +) > 0)
    exit(0)
  }
}
