// healthy: rounds with growth of one
// says: Finished reports stay open until ten have come and are then put away together; that bounds them.
// allows: nothing

import SignalTracing
import Signals
import Synchronization

private final class Shelf: Sendable {
  private let reports = Mutex<[Disposable]>([])

  func put(_ report: Disposable) {
    let full = reports.withLock { reports -> [Disposable] in
      reports.append(report)
      guard reports.count == 10 else { return [] }
      defer { reports = [] }
      return reports
    }
    for report in full { report.dispose() }
  }
}

enum CloseAfterTenRounds: LeakProgram {
  static func run() {
    let data = PublishSubject<Int>()
    let shelf = Shelf()
    for round in 1...57 {
      shelf.put(data.map { $0 * round }.subscribe(next: { _ in }))
      data.next(round)
      Trace.mark("report shown")
      pause(milliseconds: 3)
    }
  }
}
