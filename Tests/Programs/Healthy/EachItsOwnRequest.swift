// healthy: the same cold signal subscribed many times at once
// says: Every client must have an answer of its own, computed for it; one that is shared would be wrong.
// allows: nothing

import Signals
import Synchronization

private final class Backend: Sendable {
  private let queue = QueueScheduler("backend")
  let asked = Atomic<Int>(0)

  /// A fresh token for whoever subscribes.
  var token: Signal<Int> {
    Signal<Int>.deferred {
      let number = self.asked.add(1, ordering: .relaxed).newValue
      return Signal<Int>.timer(after: .milliseconds(20), on: self.queue).mapReplace(number)
    }
  }
}

private final class Client: Sendable {
  private let bag = DisposeBag()
  let token = Mutex<Int?>(nil)

  func login(_ tokens: Signal<Int>) {
    tokens.subscribe(next: { number in self.token.withLock { $0 = number } }).disposed(by: bag)
  }
}

enum EachItsOwnRequest: LeakProgram {
  static func run() {
    let backend = Backend()
    let token = backend.token
    let clients = (0..<40).map { _ in Client() }
    for client in clients { client.login(token) }
    pause(milliseconds: 80)
    print("tokens", Set(clients.compactMap { $0.token.withLock { $0 } }).count)
  }
}
