// fault: some-do-not-end
// verdict: likely
// proof: run
// says: what idles out is closed by the reaper; what the pool has no room for is only dropped, and pings on

import Signals
import Synchronization

/// A connection to a database that pings while it is open.
private final class Connection: Sendable {
  let number: Int
  private let ping: Mutex<Disposable?>

  init(_ number: Int, pings: Signal<Int>, _ sent: Shared<Int>) {
    self.number = number
    let handle = pings.filter { $0 % 3 == number % 3 }
      .subscribe(next: { _ in sent.update { $0 += 1 } })  // LEAK
    ping = Mutex(handle)
  }

  func close() { ping.withLock { $0.take() }?.dispose() }
}

/// Keeps at most four connections that nobody uses.
private final class Pool: Sendable {
  private let idle = Mutex<[Connection]>([])
  private let limit = 4

  func giveBack(_ connection: Connection) {
    let overflow: Connection? = idle.withLock { idle in
      idle.append(connection)
      return idle.count > limit ? idle.removeFirst() : nil  // LEAK
    }
    if mended { overflow?.close() }
  }

  func reap() {
    let old = idle.withLock { idle in
      defer { idle.removeAll() }
      return idle
    }
    for connection in old { connection.close() }
  }
}

enum PooledConnections: LeakProgram {
  static func run() {
    let pings = PublishSubject<Int>()
    let sent = Shared(0)
    let pool = Pool()
    var number = 0
    for burst in [3, 4, 9, 2, 7] {
      for _ in 0..<burst {
        let connection = Connection(number, pings: pings, sent)
        pings.next(number)
        pool.giveBack(connection)
        number += 1
      }
      onAnotherThread { pool.reap() }
      pause(milliseconds: 5)
    }
    for ping in 0..<40 {
      pings.next(ping)
      pause(milliseconds: 2)
    }
    print("sent", sent.value > 0)
  }
}
