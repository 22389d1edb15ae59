// healthy: a stop above flatMap, inner signals alive
// says: A server that shuts down takes no more connections and lets those that are open say goodbye; all do.
// allows: nothing

import Signals
import Synchronization

private final class Client: Sendable {
  let bytes = PublishSubject<Int>()
}

private final class Server: Sendable {
  let accepted = PublishSubject<Client>()
  let shutdown = PublishSubject<Void>()
  let total = Atomic<Int>(0)
  private let bag = DisposeBag()

  func run(whenDone done: @escaping @Sendable () -> Void) {
    accepted
      .take(until: shutdown)
      .flatMap { client in client.bytes.map { $0 * 2 } }
      .subscribe(next: { self.total.add($0, ordering: .relaxed) }, completed: done)
      .disposed(by: bag)
  }
}

enum DrainingServer: LeakProgram {
  static func run() {
    let server = Server()
    let isDone = Flag()
    server.run { isDone.raise() }
    let clients = (0..<12).map { _ in Client() }
    for client in clients {
      server.accepted.next(client)
      client.bytes.next(10)
      pause(milliseconds: 2)
    }
    for client in clients.prefix(5) { client.bytes.completed() }
    server.shutdown.next(())
    for client in clients.dropFirst(5) {
      client.bytes.next(20)
      pause(milliseconds: 4)
      client.bytes.next(30)
      client.bytes.completed()
    }
    isDone.wait()
    print("total", server.total.load(ordering: .relaxed))
  }
}
