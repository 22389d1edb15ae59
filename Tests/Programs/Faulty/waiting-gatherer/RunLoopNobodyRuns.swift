// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the rows are delivered on the run loop of the main thread, which waits for something else and never runs it

import Foundation
import Signals
import SignalsFoundation

/// A tool that shows its progress on the main run loop.
enum RunLoopNobodyRuns: LeakProgram {
  static func run() {
    let loop = RunLoopScheduler(.current)
    let rows = PublishSubject<Int>()
    let shown = Shared(0)
    let progress =
      mended
      ? rows.subscribe(next: { _ in shown.update { $0 += 1 } })
      : rows.deliver(on: loop).subscribe(next: { _ in shown.update { $0 += 1 } })  // LEAK
    for batch in 0..<15 {
      for row in 0..<200 { rows.next(batch * 200 + row) }
      pause(milliseconds: 5)
    }
    print("shown", shown.value)
    progress.dispose()
  }
}
