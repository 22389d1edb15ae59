// healthy: values dropped at disposed subscribers of a create, a few for each
// says: The task looks whether it was cancelled after each batch only, so the rest of the batch is sent to nobody.
// allows: nothing

import Signals

/// Reads a large file in batches of rows.
private struct Importer: Sendable {
  let batches = Shared(0)

  func rows(of file: Int) -> Signal<Int> {
    .create { subscriber in
      let task = Task { [batches] in
        for batch in 0..<200 {
          if Task.isCancelled { return }
          batches.update { $0 += 1 }
          for row in 0..<6 {
            subscriber.next(file * 1000 + batch * 6 + row)
            pause(milliseconds: 1)
          }
        }
        subscriber.completed()
      }
      return Disposable { task.cancel() }
    }
  }
}

enum CooperativeCancel: LeakProgram {
  static func run() {
    let importer = Importer()
    for file in 0..<7 {
      let reading = importer.rows(of: file).filter { $0 % 2 == 0 }.subscribe(next: { _ in })
      pause(milliseconds: 20)
      reading.dispose()
      pause(milliseconds: 12)
    }
    pause(milliseconds: 40)
    print("batches", importer.batches.value > 0)
  }
}
