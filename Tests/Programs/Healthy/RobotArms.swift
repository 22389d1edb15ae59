// healthy: a variable that is written over by each new subscription
// says: The variable is the `inner` of a SerialDisposable, which disposes what it held; the three arms hold their last move.
// allows: nothing

import Signals

/// An arm follows the plan that it got last.
private final class Arm: Sendable {
  private let angle = Shared(0.0)
  private let following = SerialDisposable()

  func follow(_ plan: Signal<Double>) {
    following.inner = plan.subscribe(next: { [angle] wanted in angle.update { $0 = wanted } })
  }
}

enum RobotArms: LeakProgram {
  static func run() {
    let ticks = PublishSubject<Int>()
    let arms = [Arm(), Arm(), Arm()]
    for plan in 0..<36 {
      arms[plan % 3].follow(ticks.map { Double($0 * plan) / 10 })
      for tick in 0..<4 { ticks.next(tick) }
      pause(milliseconds: 3)
    }
    for tick in 0..<20 {
      ticks.next(tick)
      pause(milliseconds: 1)
    }
    withExtendedLifetime(arms) {}
  }
}
