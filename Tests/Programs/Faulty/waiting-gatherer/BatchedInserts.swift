// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: a batch is written at the mark that ends it; nobody sends the mark any more, and the rows pile up

import Signals

/// Gathers rows and writes them where a batch ends.
enum BatchedInserts: LeakProgram {
  static func run() {
    let mark = -1
    let rows = PublishSubject<Int>()
    let written = rows.collect(where: { mended ? $0.count == 100 : $0.last == mark })  // LEAK
      .subscribe(next: { _ in })
    for row in 0..<6000 { rows.next(row) }
    pause(milliseconds: 20)
    written.dispose()
  }
}
