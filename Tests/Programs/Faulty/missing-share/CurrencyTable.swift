// fault: missing-share
// verdict: finding
// proof: run
// says: the table is read anew for each of its readers at the same time

import Signals

/// A table of currencies that six views read.
enum CurrencyTable: LeakProgram {
  static func run() {
    let clock = QueueScheduler("table")
    let reads = Shared(0)
    let table = Signal<Int>.create { subscriber in  // LEAK
      reads.update { $0 += 1 }
      let work = clock.schedule(after: .milliseconds(2), every: .milliseconds(2)) { subscriber.next(1) }
      return Disposable { work.dispose() }
    }
    let source = mended ? table.share(replay: 1) : table
    let views = (0..<6).map { view in source.map { $0 * view }.subscribe(next: { _ in }) }  // LEAK
    pause(milliseconds: 60)
    for view in views { view.dispose() }
  }
}
