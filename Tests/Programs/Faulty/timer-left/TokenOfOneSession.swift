// fault: timer-left
// verdict: suspect
// proof: run
// says: the session's bag has its events; the timer that refreshes its token is begun beside them and kept by nobody

import Signals

/// Somebody who is signed in: events come in, and the token is refreshed before it expires.
private final class Session: Sendable {
  private let bag = DisposeBag()
  private let token = Shared(0)

  init(_ events: Signal<Int>, _ clock: QueueScheduler) {
    events.subscribe(next: { _ in }).disposed(by: bag)
    let refresh = Signal<Int>.interval(.milliseconds(4), on: clock)
      .subscribe(next: { [token] number in token.update { $0 = number } })  // LEAK
    if mended { refresh.disposed(by: bag) }
  }

  func signOut() { bag.dispose() }
}

/// A client that is signed in once, and goes on as a guest.
enum TokenOfOneSession: LeakProgram {
  static func run() {
    let clock = QueueScheduler("tokens")
    let events = PublishSubject<Int>()
    let log = events.subscribe(next: { _ in })
    for event in 0..<10 {
      events.next(event)
      pause(milliseconds: 2)
    }
    let session = Session(events, clock)
    for event in 0..<10 {
      events.next(event)
      pause(milliseconds: 2)
    }
    session.signOut()
    for event in 0..<30 {
      events.next(event)
      pause(milliseconds: 3)
    }
    log.dispose()
  }
}
