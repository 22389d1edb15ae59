// healthy: stop signals for each connection, slow teardown, values on their way, half-closed connections
// says: A connection ends with either side, its buffers drain on the loop's queue; those that are open at exit were in use.
// allows: nothing

import Dispatch
import Glibc
import Signals
import Synchronization

private final class Peer: Sendable {
  let received = PublishSubject<[UInt8]>()
  let closed = PublishSubject<Void>()
  let sent = Atomic<Int>(0)
  func send(_ bytes: [UInt8]) { sent.add(bytes.count, ordering: .relaxed) }
}

private final class Connection: Sendable {
  let client = Peer()
  let upstream = Peer()
  private let ended = PublishSubject<Void>()
  private let bag = DisposeBag()

  func start(on loop: QueueScheduler, whenOver over: @escaping @Sendable () -> Void) {
    let end = client.closed.merge(upstream.closed).take(1)
    let up = client.received.take(until: end).deliver(on: loop).do { [upstream] in upstream.send($0) }
    let down = upstream.received.take(until: end).deliver(on: loop).do { [client] in client.send($0) }
    up.merge(down)
      .map(\.count)
      .reduce(0, +)
      .subscribe(next: { _ in over() })
      .disposed(by: bag)
  }
}

private final class Proxy: Sendable {
  let loop = QueueScheduler("loop")
  let connections = Shared<[Int: Connection]>([:])
  let over = Atomic<Int>(0)

  func accept(_ number: Int) -> Connection {
    let connection = Connection()
    connections.update { $0[number] = connection }
    connection.start(on: loop) { [weak self] in
      guard let self else { return }
      connections.update { _ = $0.removeValue(forKey: number) }
      over.add(1, ordering: .relaxed)
    }
    return connection
  }
}

enum ProxyServer: LeakProgram {
  static func run() {
    let proxy = Proxy()
    var open: [Connection] = []
    for number in 0..<80 {
      open.append(proxy.accept(number))
      for connection in open {
        connection.client.received.next([1, 2, 3])
        connection.upstream.received.next([UInt8](repeating: 7, count: 40))
      }
      if open.count > 9 {
        let leaving = open.remove(at: number % 9)
        (number % 2 == 0 ? leaving.client : leaving.upstream).closed.next(())
        leaving.client.received.next([9])
      }
      pause(milliseconds: 4)
    }
    print("over", proxy.over.load(ordering: .relaxed))
    exit(0)
  }
}
