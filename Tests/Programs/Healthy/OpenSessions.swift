// healthy: bags of living objects, ever more of them
// says: Sessions are opened faster than closed in the morning; whoever closes takes his bag with him.
// allows: suspect

import Glibc
import Signals

private final class Session: Sendable {
  private let heard = Shared(0)
  private let bag = Shared<DisposeBag?>(nil)
  init(_ events: Signal<Int>) {
    let bag = DisposeBag(of: self)
    events.subscribe(next: { [weak self] _ in self?.hear() }).disposed(by: bag)
    self.bag.update { $0 = bag }
  }
  private func hear() { heard.update { $0 += 1 } }
}

enum OpenSessions: LeakProgram {
  static func run() {
    let events = PublishSubject<Int>()
    var sessions: [Session] = []
    for minute in 0..<50 {
      if minute < 30 || minute % 2 == 0 { sessions.append(Session(events)) }
      if minute % 2 == 1, !sessions.isEmpty { sessions.remove(at: minute % sessions.count) }
      events.next(minute)
      pause(milliseconds: 2)
    }
    withExtendedLifetime(sessions) { exit(0) }
  }
}
