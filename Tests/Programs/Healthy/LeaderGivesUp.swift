// healthy: the same heartbeat begun again and again, in a variable that is overwritten
// says: Whoever is elected stops the heartbeat of the term before; the last term lasts to the end of the program.
// allows: nothing

import Signals

enum LeaderGivesUp: LeakProgram {
  static func run() {
    let clock = QueueScheduler("raft")
    let beats = Signal<Int>.interval(.milliseconds(3), on: clock)
    var heartbeat: Subscription?
    for term in 0..<14 {
      heartbeat?.dispose()
      heartbeat = beats.map { $0 + term }.subscribe(next: { _ in })
      pause(milliseconds: term == 13 ? 60 : 8)
    }
    withExtendedLifetime(heartbeat) {}
  }
}
