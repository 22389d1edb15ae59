// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: cancelling reaches the task that opens the stream, not the detached one that it begins and that reads it

import Signals

/// A log as an asynchronous stream, read by one task for each that looks at it.
private struct LogService: Sendable {
  let read = Shared(0)

  private func lines() -> AsyncStream<Int> {
    AsyncStream { continuation in
      let writer = Task {
        for line in 0..<400 {
          guard !Task.isCancelled else { break }
          continuation.yield(line)
          try? await Task.sleep(for: .milliseconds(1))
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in writer.cancel() }
    }
  }

  /// Awaits the permission, then reads.
  func tail() -> Signal<Int> {
    .create { [self] subscriber in  // LEAK
      let opening = Task {
        await Task.yield()
        if mended {
          for await line in lines() { subscriber.next(line) }
        } else {
          Task.detached {
            for await line in lines() {
              read.update { $0 += 1 }
              subscriber.next(line)
            }
          }
        }
      }
      return Disposable { opening.cancel() }
    }
  }
}

enum DetachedEventStream: LeakProgram {
  static func run() {
    let service = LogService()
    for viewer in 0..<4 {
      let tail = service.tail().map { $0 + viewer }.subscribe(next: { _ in })
      pause(milliseconds: 15)
      tail.dispose()
      pause(milliseconds: 5)
    }
    pause(milliseconds: 180)
  }
}
