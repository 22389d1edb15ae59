// healthy: rounds with growth of one
// says: Each round logs one more user in, as a ramp-up does; all of them stay and are served to the end.
// allows: suspect

import SignalTracing
import Signals
import Synchronization

private final class User: Sendable {
  private let bag = DisposeBag()
  let answers = Atomic<Int>(0)

  init(_ server: Signal<Int>) {
    server.subscribe(next: { [weak self] _ in self?.answers.add(1, ordering: .relaxed) }).disposed(by: bag)
  }
}

enum LoadTestRampUp: LeakProgram {
  static func run() {
    let server = PublishSubject<Int>()
    var users: [User] = []
    for round in 0..<40 {
      users.append(User(server))
      server.next(round)
      Trace.mark("user logged in")
      pause(milliseconds: 3)
    }
    for round in 0..<20 {
      server.next(round)
      pause(milliseconds: 2)
    }
    print("answers", users.map { $0.answers.load(ordering: .relaxed) }.reduce(0, +))
  }
}
