// fault: object-freed
// verdict: likely
// proof: run
// says: paddles are weak in the hall's table and go with their bidders; what was subscribed to for them is held by the hall

import Signals

private final class Paddle: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

/// The hall hands out a paddle to each bidder and takes none back.
private final class Hall {
  private struct Seat {
    weak var paddle: Paddle?
    let hearing: Subscription
  }
  let bids = PublishSubject<Int>()
  private var seats: [Seat] = []

  func admit(_ number: Int) -> Paddle {
    let paddle = Paddle(number)
    let hearing = bids.filter { $0 % 40 == number }
      .subscribe(next: { [weak paddle] _ in _ = paddle?.number })  // LEAK
      .owned(by: paddle)
    seats.append(Seat(paddle: paddle, hearing: hearing))
    return paddle
  }

  func tidy() {
    if mended { for seat in seats where seat.paddle == nil { seat.hearing.dispose() } }
    seats.removeAll { $0.paddle == nil }  // LEAK
  }
}

enum AuctionPaddles: LeakProgram {
  static func run() {
    let hall = Hall()
    let clerk = hall.bids.subscribe(next: { _ in })
    var bidders: [Paddle] = []
    for number in 0..<20 {
      bidders.append(hall.admit(number))
      for bid in 0..<3 { hall.bids.next(max(0, number - bid)) }
      if bidders.count > 4 { bidders.removeFirst() }
      hall.tidy()
      pause(milliseconds: 3)
    }
    bidders.removeAll()
    hall.tidy()
    for bid in 0..<40 {
      hall.bids.next(bid % 20)
      if bid % 2 == 0 { pause(milliseconds: 2) }
    }
    clerk.dispose()
  }
}
