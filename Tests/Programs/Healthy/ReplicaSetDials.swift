// healthy: one cold signal is subscribed to several times at once, and does its work as often
// says: A pool dials as many connections as it is to have; that each is a connection of its own is what it is for.
// allows: suspect

import Signals
import Synchronization

private struct Session: Sendable {
  let number: Int
  let token: Int
}

private actor Primary {
  private var count = 0

  func handshake() async throws -> Session {
    count += 1
    let number = count
    try await Task.sleep(for: .milliseconds(7))
    return Session(number: number, token: number * 7919 % 1000)
  }
}

/// A connection, which keeps itself alive by a ping.
private final class PooledConnection: Sendable {
  let session: Session
  private let pings = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ session: Session, clock: QueueScheduler) {
    self.session = session
    Signal<Int>.interval(.milliseconds(13), on: clock)
      .subscribe(next: { [weak self] _ in self?.pings.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

private final class ConnectionSet: Sendable {
  private let dial: Signal<Session>
  private let clock = QueueScheduler("pings")
  private let idle = Shared<[PooledConnection]>([])
  private let bag = DisposeBag()
  let served = Atomic<Int>(0)

  init(_ primary: Primary) {
    dial = Signal.fromAsync { try await primary.handshake() }.retry(2)
  }

  func open(_ size: Int, whenReady ready: @escaping @Sendable () -> Void) {
    zip((0..<size).map { _ in dial })
      .map { [clock] sessions in sessions.map { PooledConnection($0, clock: clock) } }
      .subscribe(
        next: { [idle] connections in idle.update { $0 += connections } },
        error: { _ in },
        completed: ready
      )
      .disposed(by: bag)
  }

  func run(_ query: String) {
    guard let connection = idle.update({ $0.popLast() }) else { return }
    served.add(query.isEmpty ? 0 : 1, ordering: .relaxed)
    idle.update { $0.insert(connection, at: 0) }
  }

  func close() {
    bag.dispose()
    idle.update { $0.removeAll() }
  }
}

enum ReplicaSetDials: LeakProgram {
  static func run() {
    let pool = ConnectionSet(Primary())
    for size in [5, 3] {
      let isReady = Flag()
      pool.open(size) { isReady.raise() }
      isReady.wait()
      for number in 0..<12 {
        pool.run("select \(number)")
        pause(milliseconds: 7)
      }
    }
    pool.close()
    pause(milliseconds: 30)
    print("served", pool.served.load(ordering: .relaxed))
  }
}
