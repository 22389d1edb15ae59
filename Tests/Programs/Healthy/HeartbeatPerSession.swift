// healthy: many timers of one site, alive
// says: Each live session beats; those that were closed have taken their timer along.
// allows: nothing

import Signals
import Synchronization

private final class Session: Sendable {
  let beats = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(on clock: QueueScheduler) {
    Signal<Int>.interval(.milliseconds(20), on: clock)
      .subscribe(next: { [weak self] _ in self?.beats.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum HeartbeatPerSession: LeakProgram {
  static func run() {
    let clock = QueueScheduler("heartbeats")
    var sessions: [Session] = []
    for visitor in 0..<60 {
      sessions.append(Session(on: clock))
      if visitor % 3 == 2 { sessions.removeFirst() }
      pause(milliseconds: 4)
    }
    pause(milliseconds: 60)
    print("beats", sessions.map { $0.beats.load(ordering: .relaxed) }.reduce(0, +))
  }
}
