// healthy: an owner overwritten; everything of the last phase is alive when the process is killed
// says: Each phase of the launch has its bag, and the next phase lets go of it; the flight goes on until the end.
// allows: nothing

import Signals
import Synchronization

private final class Rocket: Sendable {
  let telemetry = PublishSubject<Int>()
  private let phase = Mutex(DisposeBag())
  private let clock = QueueScheduler("rocket")
  let events = Atomic<Int>(0)

  func enter(_ name: String, watching count: Int) {
    let new = DisposeBag()
    for instrument in 0..<count {
      telemetry
        .filter { $0 % count == instrument }
        .map { "\(name) \(instrument): \($0)" }
        .subscribe(next: { _ in self.events.add(1, ordering: .relaxed) })
        .disposed(by: new)
    }
    Signal<Int>.interval(.milliseconds(7), on: clock)
      .subscribe(next: { _ in self.events.add(1, ordering: .relaxed) })
      .disposed(by: new)
    phase.withLock { $0 = new }
  }
}

enum PhasesOfALaunch: LeakProgram {
  static func run() {
    let rocket = Rocket()
    for (name, instruments) in [("countdown", 4), ("ascent", 12), ("staging", 8), ("flight", 20)] {
      rocket.enter(name, watching: instruments)
      for value in 0..<30 {
        rocket.telemetry.next(value)
        pause(milliseconds: 3)
      }
    }
    killed()
  }
}
