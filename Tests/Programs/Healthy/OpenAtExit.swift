// healthy: everything alive at the end
// says: A server is told to exit while thirty people are connected, each held by a session that is alive.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Session: Sendable {
  let name: String
  let seen = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ name: String, _ events: Signal<Int>) {
    self.name = name
    events.skip(1).map { $0 + 1 }.subscribe(next: { [weak self] _ in self?.seen.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum OpenAtExit: LeakProgram {
  static func run() {
    let events = PublishSubject<Int>()
    let sessions = Shared<[String: Session]>([:])
    for number in 0..<90 {
      let name = "guest\(number)"
      let session = Session(name, events)
      sessions.update { $0[name] = session }
      if number >= 30 { sessions.update { _ = $0.removeValue(forKey: "guest\(number - 30)") } }
      events.next(number)
      if number % 3 == 0 { pause(milliseconds: 4) }
    }
    print("connected", sessions.value.count)
    exit(0)
  }
}
