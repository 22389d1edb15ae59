// healthy: a signal that fails and is subscribed to again and again
// says: The dish finds each satellite after some attempts, between which it waits longer each time.
// allows: nothing

import Signals

private struct NoLock: Error {}

private final class Dish: Sendable {
  private let motor = QueueScheduler("motor")
  private let clock = QueueScheduler("waits")
  private let attempts = Shared(0)

  private func search(_ satellite: Int, _ tries: Shared<Int>) -> Signal<Int> {
    Signal<Int>.create { [motor, attempts] subscriber in
      motor.schedule(after: .milliseconds(1)) {
        attempts.update { $0 += 1 }
        let number = tries.update {
          $0 += 1
          return $0
        }
        guard number > 2 + satellite % 3 else { return subscriber.error(NoLock()) }
        subscriber.next(satellite)
        subscriber.completed()
      }
    }
  }

  func lock(_ satellite: Int) -> Signal<Int> {
    let clock = clock
    return search(satellite, Shared(0)).retry(when: { errors in
      errors.enumerated().flatMap { attempt, error -> Signal<Int> in
        attempt < 6 ? .timer(after: .milliseconds(2 << attempt), on: clock) : .fail(error)
      }
    })
  }

  var tried: Int { attempts.value }
}

enum SatelliteDish: LeakProgram {
  static func run() {
    let dish = Dish()
    let found = Shared<[Int]>([])
    for satellite in 0..<6 {
      let isFound = Flag()
      _ = dish.lock(satellite)
        .subscribe(next: { number in found.update { $0.append(number) } }, completed: { isFound.raise() })
      isFound.wait()
    }
    print("found", found.value, "in", dish.tried, "attempts")
  }
}
