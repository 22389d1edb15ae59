// healthy: repeat that begins again, thousands of times within milliseconds
// says: A trial is repeated as often as the estimate needs, and then it is over.
// allows: nothing

import Signals
import Synchronization

private final class Dice: Sendable {
  private let state = Shared<UInt64>(7)

  func roll() -> Double {
    state.update { state in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(UInt64(1) << 53)
    }
  }
}

private final class Estimate: Sendable {
  private let dice = Dice()

  func trial() -> Signal<Bool> {
    Signal<Bool>.justDeferred {
      let x = self.dice.roll()
      let y = self.dice.roll()
      return x * x + y * y < 1
    }
  }

  func pi(trials: Int) -> Signal<Double> {
    trial()
      .repeat(trials - 1)
      .reduce(0) { $0 + ($1 ? 1 : 0) }
      .map { Double($0) * 4 / Double(trials) }
  }
}

enum MonteCarlo: LeakProgram {
  static func run() {
    let estimate = Estimate()
    for trials in [500, 1000, 1500] {
      _ = estimate.pi(trials: trials).subscribe(next: { pi in print("about", pi > 2.8 && pi < 3.4) })
      pause(milliseconds: 20)
    }
  }
}
