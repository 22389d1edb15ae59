// fault: pending-request-not-cancelled
// verdict: suspect
// proof: run
// says: a query cancelled in the queue leaves its request there; the connection that it gets later never goes back
// source: jOOQ/jOOQ #17094
// fix: cancelling the query cancels the request for a connection as well

import Dispatch
import Signals

private struct Connection: Sendable {
  let number: Int
}

/// A pool of two connections. Who comes too late waits in line.
private final class LeasePool: Sendable {
  private struct State: Sendable {
    var idle = [Connection(number: 1), Connection(number: 2)]
    var line: [(ticket: Int, take: @Sendable (Connection) -> Void)] = []
    var tickets = 0
  }

  private let state = Shared(State())

  func acquire() -> Signal<Connection> {
    Signal<Connection>.create { [self] subscriber in
      let take: @Sendable (Connection) -> Void = { connection in
        subscriber.next(connection)
        subscriber.completed()
      }
      let (free, ticket) = state.update { state -> (Connection?, Int) in
        state.tickets += 1
        if let free = state.idle.popLast() { return (free, state.tickets) }
        state.line.append((state.tickets, take))
        return (nil, state.tickets)
      }
      if let free { take(free) }
      return Disposable { [self] in state.update { $0.line.removeAll { $0.ticket == ticket } } }
    }
  }

  func release(_ connection: Connection) {
    let next = state.update { state -> (@Sendable (Connection) -> Void)? in
      guard !state.line.isEmpty else {
        state.idle.append(connection)
        return nil
      }
      return state.line.removeFirst().take
    }
    next?(connection)
  }

  var idle: Int { state.value.idle.count }
}

/// Runs statements, each on a connection of its own.
private final class Database: Sendable {
  let pool = LeasePool()
  private let server = QueueScheduler("server")

  func fetch(_ rows: Int) -> Signal<Int> {
    Signal<Int>.create { [pool, server] subscriber in
      let running = SerialDisposable()
      let held = Shared<Connection?>(nil)
      let giveBack: @Sendable () -> Void = {
        let connection = held.update { held -> Connection? in
          defer { held = nil }
          return held
        }
        if let connection { pool.release(connection) }
      }
      let request = pool.acquire().subscribe(next: { connection in  // LEAK
        held.update { $0 = connection }
        running.inner = Signal<Int>.timer(after: .milliseconds(9), on: server)
          .subscribe(next: { _ in
            giveBack()
            for row in 0..<rows { subscriber.next(row) }
            subscriber.completed()
          })
      })
      return Disposable {
        if mended { request.dispose() }
        running.dispose()
        giveBack()
      }
    }
  }
}

/// A request of the web server; the visitor may be gone before the answer is there.
private final class Request: Sendable {
  let answered = Shared(false)
  private let bag = DisposeBag()

  init(_ database: Database, rows: Int) {
    database.fetch(rows)
      .collect()
      .subscribe(next: { [answered] _ in answered.update { $0 = true } })
      .disposed(by: bag)
  }

  func abandon() { bag.dispose() }
}

enum PendingLeases: LeakProgram {
  static func run() {
    let database = Database()
    var requests: [Request] = []
    for number in 0..<20 {
      requests.append(Request(database, rows: 1 + number % 4))
      pause(milliseconds: number % 5 == 4 ? 30 : 1)
      if number % 5 == 3 { requests[number].abandon() }
    }
    pause(milliseconds: 100)
    print("answered", requests.count { $0.answered.value }, "idle", database.pool.idle)
    for request in requests { request.abandon() }
  }
}
