// fault: exit-cleanup
// verdict: suspect
// proof: run
// says: each file listens for the abort, and goes on listening when it is imported; all are put away as the batch ends

import Signals

/// Imports files one after the other, until somebody aborts.
private final class Importer: Sendable {
  let abort = PublishSubject<Void>()
  let rows = Shared(0)
  private let bag = DisposeBag()

  var listeners: Int { bag.count }

  func load(_ file: Range<Int>) {
    let isAborted = Shared(false)
    let listening = abort.subscribe(next: { isAborted.update { $0 = true } })  // LEAK
    listening.disposed(by: bag)  // LEAK
    defer { if mended { listening.dispose() } }
    for row in file where !isAborted.value {
      rows.update { $0 += 1 }
      if row % 120 == 60 { pause(milliseconds: 2) }
    }
  }

  func finish() { bag.dispose() }
}

enum BatchOfFiles: LeakProgram {
  static func run() {
    let importer = Importer()
    for file in 0..<60 {
      importer.load(file * 120..<(file + 1) * 120)
    }
    print("rows", importer.rows.value, "listeners", importer.listeners)
    importer.finish()
  }
}
