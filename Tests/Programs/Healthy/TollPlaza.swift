// healthy: a queue that grows to hundreds, and a second one right behind it
// says: A ferry lands and all its cars come at once; each is booked in its turn, and by the end nobody waits.
// allows: nothing

import Dispatch
import Signals

private struct Passage: Sendable {
  let plate: Int
  let lane: Int
}

private struct Booking: Sendable {
  let plate: Int
  let cents: Int
}

/// The bank takes one booking at a time.
private final class Bank: Sendable {
  let booked = Shared(0)
  private let line = QueueScheduler("bank line")

  func book(_ passage: Passage) -> Signal<Booking> {
    Signal<Booking>.create { [line, booked] subscriber in
      line.schedule(after: .microseconds(250)) {
        booked.update { $0 += 1 }
        subscriber.next(Booking(plate: passage.plate, cents: passage.lane == 0 ? 950 : 310))
        subscriber.completed()
      }
    }
  }
}

private final class Plaza: Sendable {
  let income = Shared(0)
  let closed = Flag()
  private let passages = PublishSubject<Passage>()
  private let bank: Bank

  init(_ bank: Bank) { self.bank = bank }

  func open() {
    _ =
      passages
      .concatMap { [bank] in bank.book($0) }
      .buffer(for: .milliseconds(20), count: 64, on: QueueScheduler("ledger"))
      .concatMap { bookings in
        Signal<Booking>.from(bookings).reduce(0) { $0 + $1.cents }
      }
      .subscribe(
        next: { sum in self.income.update { $0 += sum } },
        completed: { self.closed.raise() })
  }

  func pass(_ passage: Passage) { passages.next(passage) }

  /// Nobody comes any more; who waits is still served.
  func closeLanes() { passages.completed() }
}

/// Brings cars, all at once.
private final class Ferry: Sendable {
  private let plaza: Plaza
  init(to plaza: Plaza) { self.plaza = plaza }

  func land(cars: Int, from first: Int) {
    for car in 0..<cars { plaza.pass(Passage(plate: first + car, lane: car % 3)) }
  }
}

enum TollPlaza: LeakProgram {
  static func run() {
    let bank = Bank()
    let plaza = Plaza(bank)
    plaza.open()
    let ferry = Ferry(to: plaza)
    for car in 0..<10 {
      plaza.pass(Passage(plate: car, lane: 1))
      pause(milliseconds: 3)
    }
    onAnotherThread { ferry.land(cars: 700, from: 1000) }
    pause(milliseconds: 40)
    onAnotherThread { ferry.land(cars: 120, from: 5000) }
    plaza.closeLanes()
    plaza.closed.wait()
    print("booked", bank.booked.value, "income", plaza.income.value)
  }
}
