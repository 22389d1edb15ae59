// healthy: ever more subscribers of a subject, of which no handle is kept
// says: All tickets wait for the draw, which is late; it completes the subject, and with it every ticket.
// allows: nothing

import Signals

private final class Raffle: Sendable {
  let drawn = ReplaySubject<Int>(capacity: 3)
  private let won = Shared<[String]>([])

  func sell(_ ticket: Int, to guest: String) {
    _ = drawn.filter { $0 == ticket }
      .subscribe(next: { [won] _ in won.update { $0.append(guest) } })
  }

  func draw(_ numbers: [Int]) {
    for number in numbers {
      drawn.next(number)
      pause(milliseconds: 5)
    }
    drawn.completed()
  }

  var winners: [String] { won.value }
}

enum RaffleTickets: LeakProgram {
  static func run() {
    let evening = Raffle()
    let weekend = Raffle()
    for ticket in 0..<45 {
      evening.sell(ticket, to: "guest \(ticket % 20)")
      if ticket % 5 == 0 { weekend.sell(ticket, to: "guest \(ticket % 20)") }
      if ticket % 3 == 0 { pause(milliseconds: 4) }
    }
    pause(milliseconds: 30)
    evening.draw([4, 44, 17])
    pause(milliseconds: 20)
    weekend.draw([10, 25])
    // Who looks at the list afterwards still sees it.
    evening.sell(17, to: "late guest")
    print("winners", evening.winners, weekend.winners)
  }
}
