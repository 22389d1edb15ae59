// healthy: timers that nobody disposes
// says: Each step of a recipe has a timer of so many seconds, which ends by itself; one still runs as the kitchen closes.
// allows: nothing

import Signals

private struct Step: Sendable {
  let text: String
  let seconds: Int
}

private final class Kitchen: Sendable {
  let clock = VirtualTimeScheduler()
  let rung = Shared(0)

  func begin(_ step: Step) {
    _ = Signal<Int>.interval(.seconds(1), on: clock)
      .take(step.seconds)
      .map { step.seconds - 1 - $0 }
      .subscribe(next: { [rung] left in if left == 0 { rung.update { $0 += 1 } } })
  }
}

enum RecipeTimers: LeakProgram {
  static func run() {
    let kitchen = Kitchen()
    for dish in 0..<8 {
      for (text, seconds) in [("boil", 9), ("fry", 5), ("let rest", 12)] {
        kitchen.begin(Step(text: "\(text) \(dish)", seconds: seconds))
        for _ in 0..<4 {
          kitchen.clock.advance(by: .seconds(1))
          pause(milliseconds: 2)
        }
      }
    }
    print("rung", kitchen.rung.value)
  }
}
