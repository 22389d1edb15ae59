// healthy: one subscription of its kind, never disposed, alive at exit; light load
// says: The one client is connected from first to last and is served.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Client: Sendable {
  let received = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ server: Signal<Int>) {
    server
      .take(while: { $0 >= 0 })
      .subscribe(next: { [weak self] _ in self?.received.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum OneClient: LeakProgram {
  static func run() {
    let server = PublishSubject<Int>()
    pause(milliseconds: 30)
    let client = Client(server)
    for value in 0..<8 {
      server.next(value)
      pause(milliseconds: 15)
    }
    print("received", client.received.load(ordering: .relaxed))
    exit(0)
  }
}
