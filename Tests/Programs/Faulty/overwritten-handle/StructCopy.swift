// fault: overwritten-handle
// verdict: suspect
// proof: run
// says: the handle is put into a copy of the struct in the array; the one in the array still has none, and disposes nothing

import Signals

/// Rows of a table that follow the stock; "stop all" is to end them.
enum StructCopy: LeakProgram {
  static func run() {
    let stock = PublishSubject<Int>()
    var rows = (0..<14).map { Row(article: $0) }
    for index in rows.indices {
      var row = rows[index]
      row.handle = stock.filter { [article = row.article] in $0 == article }
        .subscribe(next: { _ in })  // LEAK
      if mended { rows[index] = row }
      stock.next(index)
    }
    for row in rows { row.handle?.dispose() }
    rows = []
    for article in 0..<14 { stock.next(article) }
    pause(milliseconds: 30)
  }
}

private struct Row: Sendable {
  let article: Int
  var handle: Subscription?
}
