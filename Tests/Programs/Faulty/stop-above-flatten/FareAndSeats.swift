// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the stop is on one of the two inputs of combineLatest, which goes on with the other after the screen was closed

import Signals

/// A booking screen shows the fare of a flight with the seats that are left, until it disappears.
private struct BookingScreen {
  let didDisappear = PublishRelay<Void>()

  func show(
    _ fares: Signal<Int>, _ seats: Signal<Int>, render: @escaping @Sendable (String) -> Void
  ) {
    let offers: Signal<(Int, Int)>
    if mended {
      offers = combineLatest(fares, seats).take(until: didDisappear)
    } else {
      offers = combineLatest(fares.take(until: didDisappear), seats)  // LEAK
    }
    _ = offers.subscribe(next: { fare, left in render("\(fare) for one of \(left)") })
  }
}

enum FareAndSeats: LeakProgram {
  static func run() {
    let fares = BehaviorRelay(90)
    let seats = BehaviorRelay(180)
    let rendered = Shared(0)
    for flight in 0..<6 {
      let screen = BookingScreen()
      screen.show(fares, seats) { _ in rendered.update { $0 += 1 } }
      fares.accept(90 + flight)
      seats.accept(180 - flight)
      pause(milliseconds: 8)
      screen.didDisappear.accept(())
    }
    let before = rendered.value
    for left in (0..<10).reversed() { seats.accept(left) }
    print("rendered", rendered.value - before, "times after the last screen had gone")
  }
}
