// healthy: a stop above flatMap with inner signals that live on after it
// says: The shutdown stops the accepting; open connections have a moment to finish, and what has not by then is cut off.
// allows: nothing

import Signals

/// A server that drains.
private final class Server: Sendable {
  let accepted = PublishSubject<Int>()
  let shutdown = PublishSubject<Void>()
  private let clock = QueueScheduler("server")

  private func serve(_ connection: Int) -> Signal<Int> {
    let bytes = Signal<Int>.interval(.milliseconds(2), on: clock)
    return connection % 5 == 4 ? bytes : bytes.take(connection % 5 * 4 + 2)
  }

  func run() -> Signal<Int> {
    let deadline = shutdown.flatMap { [clock] _ in Signal<Int>.timer(after: .milliseconds(40), on: clock) }
    return accepted.take(until: shutdown).flatMap { [self] in serve($0) }.take(until: deadline)
  }
}

enum DrainWithDeadline: LeakProgram {
  static func run() {
    let isOver = Flag()
    let server = Server()
    _ = server.run().subscribe(next: { _ in }, completed: { isOver.raise() })
    for connection in 0..<15 {
      server.accepted.next(connection)
      pause(milliseconds: 4)
    }
    server.shutdown.next(())
    isOver.wait()
    pause(milliseconds: 20)
  }
}
