// healthy: made once, kept to the end by a global
// allows: nothing

import Signals

private let health = PublishSubject<Int>()
nonisolated(unsafe) private var pool: [Subscription] = []

/// A pool of connections that is filled at the start; each watches its health until the program ends.
enum WarmPool: LeakProgram {
  static func run() {
    for connection in 0..<16 { pool.append(health.filter { $0 == connection }.subscribe(next: { _ in })) }
    for turn in 0..<40 {
      health.next(turn % 16)
      let request = health.take(1).subscribe(next: { _ in })
      health.next(0)
      request.dispose()
      pause(milliseconds: 2)
    }
  }
}
