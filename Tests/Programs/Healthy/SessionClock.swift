// healthy: a connection for each session, kept by replay
// says: Each session's clock is replayed to its views and ends with the session, as take(until:) stands above the replay.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Session: Sendable {
  let elapsed: Signal<Int>
  private let ended = PublishSubject<Void>()

  init(on clock: QueueScheduler) {
    elapsed = Signal<Int>.interval(.milliseconds(5), on: clock).take(until: ended).replayLast()
  }

  deinit { ended.next(()) }
}

private final class View: Sendable {
  let text = Shared("")
  private let bag = DisposeBag()

  init(_ session: Session) {
    session.elapsed
      .map { "\($0) ticks" }
      .subscribe(next: { [text] new in text.update { $0 = new } })
      .disposed(by: bag)
  }
}

enum SessionClock: LeakProgram {
  static func run() {
    let clock = QueueScheduler("clock")
    let sessions = Shared<[Session]>([])
    for visit in 0..<24 {
      let session = Session(on: clock)
      for _ in 0..<3 {
        let view = View(session)
        withExtendedLifetime(view) { pause(milliseconds: 2) }
      }
      sessions.update { sessions in
        sessions.append(session)
        if visit >= 4 { sessions.removeFirst() }
      }
    }
    pause(milliseconds: 20)
    print("sessions", sessions.value.count)
    exit(0)
  }
}
