// healthy: one cold interval subscribed to by several who overlap
// says: Each diver's time runs from that diver's own descent, and stops as that one comes up; a shared one would begin with the first.
// allows: nothing

import Signals

/// On a diver's wrist: it counts from the descent.
private final class DiveComputer: Sendable {
  private let longest: Shared<Int>
  private let dive = SerialDisposable()
  private let now = Shared(0)

  init(_ longest: Shared<Int>) { self.longest = longest }

  func descend(_ seconds: Signal<Int>) {
    dive.inner = seconds.map { $0 + 1 }.subscribe(next: { [now] second in now.update { $0 = second } })
  }

  func surface() {
    dive.inner = nil
    let time = now.value
    longest.update { $0 = max($0, time) }
  }
}

enum DiveComputers: LeakProgram {
  static func run() {
    let seconds = Signal<Int>.interval(.milliseconds(3), on: QueueScheduler("seconds"))
    let longest = Shared(0)
    var inWater: [DiveComputer] = []
    for diver in 0..<14 {
      let computer = DiveComputer(longest)
      computer.descend(seconds)
      inWater.append(computer)
      pause(milliseconds: 5)
      if diver >= 2 { inWater.removeFirst().surface() }
      pause(milliseconds: 4)
    }
    for computer in inWater {
      computer.surface()
      pause(milliseconds: 3)
    }
    print("somebody was down for a while:", longest.value > 2)
  }
}
