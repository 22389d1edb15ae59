// healthy: first(where:) above flatMapLatest, the inner signal goes on
// says: The first server that is ready is taken, and its stream is followed for as long as the client runs.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Server: Sendable {
  let load: Int
  let stream = PublishSubject<Int>()
  init(load: Int) { self.load = load }
}

private final class Client: Sendable {
  let received = Atomic<Int>(0)
  private let bag = DisposeBag()

  func connect(_ servers: Signal<Server>) {
    servers
      .first(where: { $0.load < 50 })
      .flatMapLatest { $0.stream }
      .subscribe(next: { _ in self.received.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum FirstReady: LeakProgram {
  static func run() {
    let servers = [90, 70, 30, 10].map { Server(load: $0) }
    let clients = (0..<6).map { _ in Client() }
    for client in clients {
      client.connect(.from(servers))
      pause(milliseconds: 5)
    }
    for packet in 0..<60 {
      servers[packet % 4].stream.next(packet)
      pause(milliseconds: 3)
    }
    print("received", clients.map { $0.received.load(ordering: .relaxed) })
    exit(0)
  }
}
