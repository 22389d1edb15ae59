// fault: timer-left
// verdict: suspect
// proof: run
// says: the ticker of an export goes on while it is not done, and its closure has a copy of that flag from the beginning

import Signals

/// An export of a report, with a ticker that moves its progress bar.
private final class Export {
  private var isDone = false
  private let finished = Shared(false)
  private let clock: QueueScheduler

  init(on clock: QueueScheduler) { self.clock = clock }

  func begin() {
    let ticks = Signal<Int>.interval(.milliseconds(3), on: clock)
    _ =
      ticks
      .take(while: { [isDone, finished] _ in mended ? !finished.value : !isDone })  // LEAK
      .subscribe(next: { _ in })  // LEAK
  }

  func end() {
    isDone = true
    finished.update { $0 = true }
  }
}

enum ExportTickers: LeakProgram {
  static func run() {
    let clock = QueueScheduler("progress")
    for _ in 0..<16 {
      let export = Export(on: clock)
      export.begin()
      pause(milliseconds: 9)
      export.end()
    }
    pause(milliseconds: 30)
  }
}
