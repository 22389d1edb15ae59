// healthy: subscriptions within subscriptions, none of which has an owner
// says: A saga books flight, hotel and car, or cancels what it has booked; each step answers once and ends, also the cancelling.
// allows: nothing

import Signals

private struct NoRoom: Error {}

private struct Bookings: Sendable {
  private let net = QueueScheduler("bookings")
  private let log = Shared<[String]>([])

  func book(_ what: String, for couple: Int) -> Signal<String> {
    Signal<Int>.timer(after: .milliseconds(2), on: net).map { _ in
      if what == "car" && couple % 3 == 2 { throw NoRoom() }
      return "\(what) \(couple)"
    }
  }

  func cancel(_ booking: String) -> Signal<Void> {
    Signal<Int>.timer(after: .milliseconds(2), on: net).map { [log] _ in
      log.update { $0.append(booking) }
    }
  }

  var cancelled: [String] { log.value }
}

/// One journey, step by step.
private struct Saga: Sendable {
  let bookings: Bookings
  let couple: Int
  let finished: Flag

  func run(_ steps: [String] = ["flight", "hotel", "car"], booked: [String] = []) {
    guard let step = steps.first else { return finished.raise() }
    _ = bookings.book(step, for: couple).subscribe(
      next: { booking in run(Array(steps.dropFirst()), booked: booked + [booking]) },
      error: { _ in undo(booked) })
  }

  private func undo(_ booked: [String]) {
    guard let last = booked.last else { return finished.raise() }
    _ = bookings.cancel(last).subscribe(completed: { undo(booked.dropLast()) })
  }
}

enum HoneymoonSaga: LeakProgram {
  static func run() {
    let bookings = Bookings()
    let finished = Flag()
    for couple in 0..<15 {
      Saga(bookings: bookings, couple: couple, finished: finished).run()
      pause(milliseconds: 4)
    }
    for _ in 0..<15 { finished.wait() }
    pause(milliseconds: 10)
    print("cancelled", bookings.cancelled.count)
  }
}
