// healthy: work begun after the stop, by the stop itself
// says: Closing the till completes the sum, and the sum is then filed: flatMap begins below the stop because it is to.
// allows: nothing

import Signals
import Synchronization

private final class Archive: Sendable {
  let filed = Shared<[Int]>([])
  private let disk = QueueScheduler("archive")

  func file(_ total: Int) -> Signal<Int> {
    Signal<Int>.timer(after: .milliseconds(8), on: disk)
      .map { _ in total }
      .do { total in self.filed.update { $0.append(total) } }
  }
}

private final class Till: Sendable {
  let sales = PublishSubject<Int>()
  let close = PublishSubject<Void>()

  func open(_ archive: Archive) {
    _ = sales.take(until: close)
      .reduce(0, +)
      .flatMap { archive.file($0) }
      .subscribe(next: { _ in })
  }
}

enum TotalsAtClose: LeakProgram {
  static func run() {
    let archive = Archive()
    for day in 0..<20 {
      let till = Till()
      till.open(archive)
      for sale in 0..<12 { till.sales.next(sale * day) }
      till.close.next(())
      pause(milliseconds: 6)
    }
    pause(milliseconds: 15)
    print("filed", archive.filed.value.count)
  }
}
