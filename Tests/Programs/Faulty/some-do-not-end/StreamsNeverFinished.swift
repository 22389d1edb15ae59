// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: the bridge to an asynchronous stream finishes it where the export fails, and forgets to where it is done: its reader waits for ever

import Signals

private struct DiskFull: Error {}

extension Signal where Value == Int {
  /// As an asynchronous stream.
  fileprivate func stream() -> AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { continuation in
      let reading = subscribe(  // LEAK
        next: { continuation.yield($0) },
        error: { continuation.finish(throwing: $0) },
        completed: { if mended { continuation.finish() } })
      continuation.onTermination = { _ in reading.dispose() }
    }
  }
}

/// Exports that are read by the asynchronous half of the program.
enum StreamsNeverFinished: LeakProgram {
  static func run() {
    let clock = QueueScheduler("disk")
    let progress = PublishSubject<Int>()
    let bar = progress.subscribe(next: { _ in })
    for export in 0..<9 {
      let rows = Signal<Int>.interval(.milliseconds(1), on: clock).take(3).map { row in
        if export % 3 == 2, row == 2 { throw DiskFull() }
        return row
      }
      _ = Signal<Int>.fromAsync(rows.stream()).subscribe(next: { _ in }, error: { _ in })  // LEAK
      progress.next(export)
      pause(milliseconds: 7)
    }
    pause(milliseconds: 50)
    bar.dispose()
  }
}
