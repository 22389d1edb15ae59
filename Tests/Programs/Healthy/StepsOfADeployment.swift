// healthy: handles of steps in a row are let go, and some are alive at the end
// says: Each deployment is a row of steps that end by themselves; the last ones are under way as the program ends.
// allows: nothing

import Signals

enum StepsOfADeployment: LeakProgram {
  static func run() {
    let clock = QueueScheduler("deploy")
    let deployed = Shared(0)
    @Sendable func step(_ length: Int) -> Signal<Int> {
      Signal<Int>.timer(after: .milliseconds(length), on: clock)
    }
    for service in 0..<16 {
      _ = step(3).then { step(service % 4 + 2) }.then { step(3) }
        .subscribe(next: { _ in deployed.update { $0 += 1 } })
      pause(milliseconds: 4)
    }
    print("deployed", deployed.value > 0)
  }
}
