// fault: forgotten-handle
// verdict: likely
// proof: run
// says: an export that fails halfway returns early, and its subscription with the temporary file stays

import Signals

/// Exports documents; each has a temporary file as long as it is watched.
enum TemporaryFiles: LeakProgram {
  static func run() {
    let files = Shared(0)
    let changes = PublishSubject<Int>()
    for document in 0..<16 {
      let export = Signal<Int>.using(
        {
          files.update { $0 += 1 }
          return Disposable { files.update { $0 -= 1 } }
        }, signal: { _ in changes.map { $0 + document } }
      ).subscribe(next: { _ in })  // LEAK
      pause(milliseconds: 3)
      changes.next(document)
      if document % 5 == 4 {
        if mended { export.dispose() }
        continue
      }
      export.dispose()
    }
    pause(milliseconds: 50)
    changes.next(0)
    print("files", files.value)
  }
}
