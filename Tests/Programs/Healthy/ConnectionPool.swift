// healthy: removed from an owner without disposal
// says: A connection that is lent out leaves the pool and comes back to it; three are lent out when the program ends.
// allows: nothing

import Signals
import Synchronization

private struct Connection: Sendable {
  let number: Int
  let subscription: Disposable
}

private final class Pool: Sendable {
  private let idle = Mutex<[Connection]>([])
  private let life = CompositeDisposable()

  init(size: Int, socket: PublishSubject<Int>) {
    for number in 0..<size {
      let connection = Connection(
        number: number, subscription: socket.filter { $0 % size == number }.subscribe(next: { _ in }))
      give(back: connection)
    }
  }

  func borrow() -> Connection? {
    guard let connection = idle.withLock({ $0.popLast() }) else { return nil }
    life.remove(connection.subscription)
    return connection
  }

  func give(back connection: Connection) {
    life.add(connection.subscription)
    idle.withLock { $0.append(connection) }
  }
}

enum ConnectionPool: LeakProgram {
  static func run() {
    let socket = PublishSubject<Int>()
    let pool = Pool(size: 8, socket: socket)
    var lent: [Connection] = []
    for round in 0..<60 {
      if let connection = pool.borrow() { lent.append(connection) }
      socket.next(round)
      if lent.count > 3 { pool.give(back: lent.removeFirst()) }
      pause(milliseconds: 2)
    }
    withExtendedLifetime(pool) { print("lent", lent.map(\.number)) }
  }
}
