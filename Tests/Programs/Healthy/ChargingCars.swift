// healthy: the same request fails again and again
// says: The charger is busy at first; each car asks again after a pause that doubles, and gets its turn at the fourth time.
// allows: nothing

import Signals

private struct Busy: Error {}

private final class Charger: Sendable {
  private let clock = QueueScheduler("charger")
  private let asked = Shared<[Int: Int]>([:])

  private func plug(_ car: Int) -> Signal<String> {
    .deferred { [asked] in
      let times = asked.update { asked in
        asked[car, default: 0] += 1
        return asked[car, default: 0]
      }
      return times < 4 ? .fail(Busy()) : .just("car \(car) charges")
    }
  }

  func charge(_ car: Int) -> Signal<String> {
    plug(car).retry(when: { [clock] errors in
      errors.enumerated().flatMap { attempt, error in
        attempt < 6 ? Signal<Int>.timer(after: .milliseconds(1 << attempt), on: clock) : .fail(error)
      }
    })
  }
}

enum ChargingCars: LeakProgram {
  static func run() {
    let charger = Charger()
    for car in 0..<10 {
      let charges = Flag()
      _ = charger.charge(car).subscribe(next: { _ in }, completed: { charges.raise() })
      charges.wait()
    }
    pause(milliseconds: 10)
  }
}
