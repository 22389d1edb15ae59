// healthy: some of a kind end, others do not; they differ in their thread
// says: Each client has a thread; guests leave after a while, the two monitors stay connected on theirs.
// allows: nothing

import Dispatch
import Glibc
import Signals
import Synchronization

private final class Client: Sendable {
  let seen = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ events: Signal<Int>) {
    events
      .distinctUntilChanged()
      .subscribe(next: { [weak self] _ in self?.seen.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum ThreadPerClient: LeakProgram {
  static func run() {
    let events = PublishSubject<Int>()
    for client in 0..<20 {
      DispatchQueue.global().async {
        let connection = Client(events)
        withExtendedLifetime(connection) { pause(milliseconds: client < 2 ? 5000 : 15) }
      }
      for event in 0..<4 {
        events.next(event + client)
        pause(milliseconds: 3)
      }
    }
    exit(0)
  }
}
