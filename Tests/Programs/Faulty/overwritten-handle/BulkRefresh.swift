// fault: overwritten-handle
// verdict: likely
// proof: run
// says: a refresh merges its new handles over the old ones of the same rows, of which nobody has disposed

import Signals

/// A table whose rows follow their price, refreshed by the page.
private struct PriceTable {
  private let prices: Signal<Int>
  private var rows: [Int: Disposable] = [:]

  init(_ prices: Signal<Int>) { self.prices = prices }

  mutating func refresh(_ ids: Range<Int>) {
    var fresh: [Int: Disposable] = [:]
    for id in ids {
      fresh[id] = prices.filter { $0 % 12 == id }.subscribe(next: { _ in })  // LEAK
    }
    if mended { for id in ids { rows[id]?.dispose() } }
    rows.merge(fresh) { _, new in new }  // LEAK
  }

  func close() { for row in rows.values { row.dispose() } }
}

enum BulkRefresh: LeakProgram {
  static func run() {
    let prices = PublishSubject<Int>()
    let highest = prices.scan(0) { max($0, $1) }.subscribe(next: { _ in })
    var table = PriceTable(prices)
    for page in 0..<4 {
      table.refresh(page * 2..<page * 2 + 4)
      for price in 0..<12 { prices.next(price) }
      pause(milliseconds: 6)
    }
    table.close()
    for price in 0..<36 {
      prices.next(price)
      if price % 3 == 0 { pause(milliseconds: 2) }
    }
    highest.dispose()
  }
}
