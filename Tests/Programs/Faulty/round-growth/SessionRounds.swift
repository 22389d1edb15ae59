// fault: round-growth
// verdict: likely
// proof: run
// says: the marks of joining come and go; at each "left" one presence more is alive than at the one before

import SignalTracing
import Signals

/// Users join and leave, several at a time, with marks for both.
enum SessionRounds: LeakProgram {
  static func run() {
    let status = PublishSubject<Int>()
    var joined: [(user: Int, left: PublishSubject<Void>)] = []
    for user in 0..<24 {
      let left = PublishSubject<Void>()
      joined.append((user, left))
      _ = status.take(until: left).subscribe(next: { _ in })
      let presence = status.filter { $0 == user }
      _ = (mended ? presence.take(until: left) : presence).subscribe(next: { _ in })  // LEAK
      Trace.mark("joined")
      status.next(user)
      if joined.count > 3 {
        joined.removeFirst().left.next(())
        Trace.mark("left")
      }
    }
    for one in joined { one.left.next(()) }
    pause(milliseconds: 30)
  }
}
