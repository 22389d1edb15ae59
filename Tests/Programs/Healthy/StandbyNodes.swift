// healthy: five subscriptions of one line whose handles are let go, and which never end
// says: Every standby watches the leader for as long as the process lives; the supervisor's exit ends them all.
// allows: nothing

import Glibc
import Signals

private struct Leader: Sendable {
  let heartbeats = PublishSubject<Int>()
}

/// A node that takes over when the leader is silent.
private struct Standby: Sendable {
  let number: Int
  let elected: Shared<[Int]>

  func watch(_ leader: Leader, by clock: VirtualTimeScheduler) {
    _ = leader.heartbeats
      .map { _ in true }
      .timeout(eachValue: .seconds(5 + number), other: .just(false), on: clock)
      .subscribe(next: { [number, elected] isAlive in
        if !isAlive { elected.update { $0.append(number) } }
      })
  }
}

enum StandbyNodes: LeakProgram {
  static func run() {
    let clock = VirtualTimeScheduler()
    let leader = Leader()
    let elected = Shared<[Int]>([])
    for number in 0..<5 { Standby(number: number, elected: elected).watch(leader, by: clock) }
    for term in 0..<80 {
      leader.heartbeats.next(term)
      clock.advance(by: .seconds(2))
      pause(milliseconds: 2)
    }
    print("elected while the leader lives", elected.value)
    exit(0)
  }
}
