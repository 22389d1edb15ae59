// healthy: a handle overwritten without disposal
// says: The timer that is overwritten has rung already; nothing is left of it.
// allows: nothing

import Signals
import Synchronization

private final class Alarm: Sendable {
  private let pending = Mutex<Disposable?>(nil)
  private let clock = QueueScheduler("clock")
  let rung = Atomic<Int>(0)

  func ring(in milliseconds: Int) {
    let next = Signal<Int>.timer(after: .milliseconds(milliseconds), on: clock)
      .subscribe(next: { _ in self.rung.add(1, ordering: .relaxed) })
    pending.withLock { $0 = next }
  }
}

enum VariableOverwritten: LeakProgram {
  static func run() {
    let alarm = Alarm()
    for _ in 0..<30 {
      alarm.ring(in: 3)
      pause(milliseconds: 8)
    }
    print("rung", alarm.rung.load(ordering: .relaxed))
  }
}
