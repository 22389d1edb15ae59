// fault: forgotten-handle
// verdict: suspect
// proof: run
// says: the bridge to an asynchronous stream subscribes and has no onTermination: a reader who breaks off leaves it behind

import Signals

extension Signal {
  fileprivate func stream() -> AsyncStream<Value> {
    AsyncStream { continuation in
      let subscription = subscribe(  // LEAK
        next: { continuation.yield($0) }, completed: { continuation.finish() })
      if mended { continuation.onTermination = { _ in subscription.dispose() } }
    }
  }
}

/// An editor that is shared: each reviewer takes the first few changes of a document and leaves.
enum StreamedDeltas: LeakProgram {
  static func run() {
    let deltas = PublishSubject<Int>()
    let saved = deltas.scan(0) { count, _ in count + 1 }.subscribe(next: { _ in })
    for reviewer in 0..<15 {
      let (ready, left) = (Flag(), Flag())
      let changes = deltas.map { $0 + reviewer }.stream()
      Task {
        ready.raise()
        var seen = 0
        for await _ in changes {
          seen += 1
          if seen == 3 { break }
        }
        left.raise()
      }
      ready.wait()
      for delta in 0..<5 { deltas.next(delta) }
      left.wait()
      pause(milliseconds: 3)
    }
    for delta in 0..<20 {
      deltas.next(delta)
      pause(milliseconds: 2)
    }
    saved.dispose()
  }
}
