// healthy: the stop signal stands above the flattening, and what was flattened outlives it
// says: A server that goes away takes no more connections; those that it has may finish, and each does when its client leaves.
// allows: nothing

import Signals
import Synchronization

private struct Frame: Sendable {
  let stream: Int
  let bytes: Int
}

/// A connection, which its client closes when all of its streams are done.
private final class Connection: Sendable {
  let number: Int
  private let wire: QueueScheduler
  private let streams: Int

  init(_ number: Int, streams: Int, wire: QueueScheduler) {
    self.number = number
    self.streams = streams
    self.wire = wire
  }

  var frames: Signal<Frame> {
    Signal.merge(
      (0..<streams).map { stream in
        Signal<Int>.timer(after: .milliseconds(3), every: .milliseconds(6), on: wire)
          .take(6 + 3 * stream)
          .map { Frame(stream: stream, bytes: 100 + $0) }
      })
  }
}

private final class Http2Server: Sendable {
  let accepted = PublishSubject<Connection>()
  let goAway = PublishSubject<Void>()
  let received = Atomic<Int>(0)
  private let bag = DisposeBag()

  func run(whenDone done: @escaping @Sendable () -> Void) {
    accepted
      .take(until: goAway)
      .flatMap { connection in connection.frames }
      .scan(0) { total, frame in total + frame.bytes }
      .subscribe(
        next: { [weak self] total in self?.received.store(total, ordering: .relaxed) },
        completed: done
      )
      .disposed(by: bag)
  }
}

enum GoAwayFrames: LeakProgram {
  static func run() {
    let server = Http2Server()
    let isDone = Flag()
    server.run { isDone.raise() }
    let wires = [QueueScheduler("wire 0"), QueueScheduler("wire 1")]
    for number in 0..<10 {
      let connection = Connection(number, streams: 1 + number % 4, wire: wires[number % 2])
      onAnotherThread { server.accepted.next(connection) }
      pause(milliseconds: 9)
    }
    server.goAway.next(())
    server.accepted.next(Connection(10, streams: 1, wire: wires[0]))
    isDone.wait()
    print("received", server.received.load(ordering: .relaxed) > 0)
  }
}
