// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: a spinner is subscribed to by hand within each row's next, and belongs to nobody

import Signals

/// A list whose rows turn a spinner while they load, and where loading never ends.
enum RowsAndTheirSpinners: LeakProgram {
  static func run() {
    let clock = QueueScheduler("spinner")
    let rows = PublishSubject<Int>()
    let spin: @Sendable (Int) -> Signal<Int> = { row in
      Signal<Int>.interval(.milliseconds(6), on: clock).map { $0 * row }
    }
    let list: Subscription
    if mended {
      list = rows.flatMap { spin($0) }.subscribe(next: { _ in })
    } else {
      list = rows.do { row in
        _ = spin(row).subscribe(next: { _ in })  // LEAK
      }.subscribe(next: { _ in })
    }
    for row in 0..<10 {
      rows.next(row)
      pause(milliseconds: 5)
    }
    list.dispose()
    pause(milliseconds: 60)
  }
}
