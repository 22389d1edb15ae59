// fault: late-start
// ported: ReactiveCocoa/ReactiveCocoa#2453
// verdict: likely
// proof: run
// says: a session that is not live any more ends the sessions above, and leaves the updates that they began for their users

import Signals

/// Joins sessions: as long as a session is live, it updates its user and then follows the head of the session.
enum InnerProducersGoOn: LeakProgram {
  static func run() {
    let clock = QueueScheduler("sessions")
    let heads = PublishSubject<Int>()
    for user in 0..<3 {
      let session = PublishSubject<Int>()
      let update: @Sendable (Int) -> Signal<Int> = { joined in
        Signal<Int>.timer(after: .milliseconds(8), on: clock).then { heads.map { $0 + joined } }
      }
      let joined: Signal<Int>
      if mended {
        joined = session.flatMapLatest(update).take(until: session.filter { $0 < 0 })
      } else {
        joined =
          session
          .take(while: { $0 >= 0 })  // LEAK
          .flatMapLatest(update)  // LEAK
      }
      _ = joined.subscribe(next: { _ in })
      session.next(user)
      pause(milliseconds: 4)
      session.next(-1)
    }
    pause(milliseconds: 40)
    for head in 0..<20 { heads.next(head) }
  }
}
