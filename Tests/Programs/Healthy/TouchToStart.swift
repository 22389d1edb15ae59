// healthy: a nested edge whose outer subscription ended
// says: The screen's one touch starts a session, which belongs to the session's own bag and goes on when the screen is gone.
// allows: nothing

import Signals
import Synchronization

private final class Session: Sendable {
  let points = Atomic<Int>(0)
  private let bag = DisposeBag()

  func start(_ events: Signal<Int>) {
    events
      .filter { $0 > 0 }
      .subscribe(next: { [weak self] in self?.points.add($0, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

private final class Screen: Sendable {
  let touched = PublishSubject<String>()
  private let bag = DisposeBag()

  func show(events: Signal<Int>, enter: @escaping @Sendable (Session) -> Void) {
    touched
      .take(1)
      .subscribe(next: { _ in
        let session = Session()
        session.start(events)
        enter(session)
      })
      .disposed(by: bag)
  }
}

enum TouchToStart: LeakProgram {
  static func run() {
    let events = PublishSubject<Int>()
    let sessions = Mutex<[Session]>([])
    for visitor in 0..<20 {
      let screen = Screen()
      screen.show(events: events) { session in sessions.withLock { $0.append(session) } }
      screen.touched.next("visitor \(visitor)")
      events.next(visitor)
      if visitor >= 5 { sessions.withLock { _ = $0.removeFirst() } }
      pause(milliseconds: 3)
    }
    for _ in 0..<10 {
      events.next(1)
      pause(milliseconds: 2)
    }
    print("points", sessions.withLock { $0.map { $0.points.load(ordering: .relaxed) } })
  }
}
