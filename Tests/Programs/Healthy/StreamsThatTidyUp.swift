// healthy: the handle of a bridge to an asynchronous stream is in nothing but a closure of the stream
// says: Whoever breaks off ends the stream, and its onTermination disposes the subscription.
// allows: nothing

import Signals

extension Signal {
  fileprivate func lines() -> AsyncStream<Value> {
    AsyncStream { continuation in
      let subscription = subscribe(
        next: { continuation.yield($0) }, completed: { continuation.finish() })
      continuation.onTermination = { _ in subscription.dispose() }
    }
  }
}

enum StreamsThatTidyUp: LeakProgram {
  static func run() {
    let build = PublishSubject<Int>()
    let log = DisposeBag()
    build.subscribe(next: { _ in }).disposed(by: log)
    for watcher in 0..<15 {
      let (ready, left) = (Flag(), Flag())
      let output = build.map { $0 - watcher }.lines()
      Task {
        ready.raise()
        for await line in output where line + watcher >= 3 { break }
        left.raise()
      }
      ready.wait()
      for line in 0..<5 { build.next(line) }
      left.wait()
      pause(milliseconds: 3)
    }
    for line in 0..<15 {
      build.next(line)
      pause(milliseconds: 2)
    }
    log.dispose()
  }
}
