// healthy: some of a kind end, others do not; the oldest are alive at the end
// says: The pool grows with the load and shrinks again, but three connections it keeps open, which is what it is for.
// allows: nothing

import Signals
import Synchronization

private final class Connection: Sendable {
  private let ping: Disposable
  let answered: Shared<Int>

  init(_ pings: Signal<Int>) {
    let answered = Shared(0)
    self.answered = answered
    ping = pings.subscribe(next: { _ in answered.update { $0 += 1 } })
  }

  func close() { ping.dispose() }
}

/// At least three connections, at most as many as are needed at the same time.
private final class Pool: Sendable {
  private let idle = Mutex<[Connection]>([])
  private let pings: Signal<Int>
  private let minimum = 3

  init(_ pings: Signal<Int>) {
    self.pings = pings
    let first = (0..<minimum).map { _ in Connection(pings) }
    idle.withLock { $0 = first }
  }

  func take() -> Connection { idle.withLock { $0.popLast() } ?? Connection(pings) }
  func giveBack(_ connection: Connection) { idle.withLock { $0.append(connection) } }

  func shrink() {
    let surplus = idle.withLock { idle in
      let surplus = Array(idle.dropFirst(minimum))
      idle = Array(idle.prefix(minimum))
      return surplus
    }
    for connection in surplus { connection.close() }
  }
}

enum PoolKeepsMinimum: LeakProgram {
  static func run() {
    let pings = PublishSubject<Int>()
    let pool = Pool(pings)
    for burst in [2, 5, 9, 4, 12, 3, 7] {
      let taken = (0..<burst).map { _ in pool.take() }
      for ping in 0..<4 {
        pings.next(ping)
        pause(milliseconds: 2)
      }
      for connection in taken.reversed() { pool.giveBack(connection) }
      pause(milliseconds: 3)
      onAnotherThread { pool.shrink() }
    }
    for ping in 0..<20 {
      pings.next(ping)
      pause(milliseconds: 2)
    }
    killed(holding: pool)
  }
}
