// healthy: a stop above `flatMap`, after which inner signals go on, with values after the stop
// says: The server accepts nothing more, answers what it has accepted, and is done when the last answer is out.
// allows: nothing

import Signals

/// Answers requests, each after a time of its own.
private final class HttpServer: Sendable {
  let requests = PublishSubject<Int>()
  let shutdown = PublishSubject<Void>()
  private let pool = QueueScheduler("pool")

  private func handle(_ request: Int) -> Single<Int> {
    Single.create { [pool] answer in
      pool.schedule(after: .milliseconds(20 + request * 6)) { answer(.success(request)) }
    }
  }

  func answers() -> Signal<Int> {
    requests.take(until: shutdown).flatMap { self.handle($0).signal }
  }
}

enum DrainedRequests: LeakProgram {
  static func run() {
    let server = HttpServer()
    let answered = Shared(0)
    let isDone = Flag()
    _ = server.answers()
      .subscribe(next: { _ in answered.update { $0 += 1 } }, completed: { isDone.raise() })
    for request in 0..<12 {
      server.requests.next(request)
      pause(milliseconds: 2)
    }
    server.shutdown.next(())
    for late in 0..<5 { server.requests.next(100 + late) }
    isDone.wait()
    print("answered", answered.value, "of 12")
  }
}
