// fault: stop-above-flatten
// verdict: suspect
// proof: run
// says: closing the doors ends the count of the seats, one side of combineLatest; the prices, its other side, go on

import Signals

private final class Screening: Sendable {
  let film: String
  let seats = PublishSubject<Int>()
  let doorsClose = PublishSubject<Void>()
  init(_ film: String) { self.film = film }
}

/// Sells seats at a price that goes up and down all day.
private final class BoxOffice: Sendable {
  let price = BehaviorRelay(9)
  private let drawn = Shared<[String: Int]>([:])

  func announce(_ screening: Screening) {
    let taken = screening.seats.scan(0) { count, _ in count + 1 }.startWith(0)
    let text: Signal<(Int, Int)>
    if mended {
      text = taken.combineLatest(with: price).take(until: screening.doorsClose)
    } else {
      text = taken.take(until: screening.doorsClose)  // LEAK
        .combineLatest(with: price)  // LEAK
    }
    let film = screening.film
    _ = text.subscribe(next: { [drawn] _ in drawn.update { $0[film, default: 0] += 1 } })
  }

  var updates: Int { drawn.value.values.reduce(0, +) }
}

enum CinemaSeats: LeakProgram {
  static func run() {
    let office = BoxOffice()
    let till = office.price.skip(1).subscribe(next: { _ in })
    for show in 0..<9 {
      let screening = Screening("film \(show)")
      office.announce(screening)
      for seat in 0..<5 {
        screening.seats.next(seat)
        office.price.accept(9 + seat % 3)
      }
      screening.doorsClose.next(())
      screening.seats.completed()
      pause(milliseconds: 5)
    }
    for change in 0..<20 {
      office.price.accept(change % 4 + 8)
      pause(milliseconds: 3)
    }
    print("labels drawn", office.updates)
    till.dispose()
  }
}
