// healthy: dozens of failures, each tried again at once and without a pause
// says: A writer that lost against another reads the row again and writes; each round somebody wins, so it soon ends.
// allows: nothing

import Dispatch
import Signals
import Synchronization

private struct Conflict: Error {
  let row: Int
}

private struct Row: Sendable {
  var version = 0
  var stock = 100
}

/// A table whose rows are written only if nobody else has written them since they were read.
private final class StockTable: Sendable {
  let conflicts = Atomic<Int>(0)
  private let rows: Mutex<[Row]>
  private let disk = QueueScheduler("disk")

  init(rows count: Int) { rows = Mutex(Array(repeating: Row(), count: count)) }

  func read(_ row: Int) -> Row { rows.withLock { $0[row] } }

  func write(_ row: Int, _ new: Row, ifAt version: Int) throws {
    let isWritten = rows.withLock { all -> Bool in
      guard all[row].version == version else { return false }
      all[row] = new
      all[row].version = version + 1
      return true
    }
    guard isWritten else {
      conflicts.add(1, ordering: .relaxed)
      throw Conflict(row: row)
    }
  }

  /// Reads a row, lets `change` work on it, and writes it.
  func update(_ row: Int, _ change: @escaping @Sendable (inout Row) -> Void) -> Signal<Int> {
    Signal<Row>.justDeferred { self.read(row) }
      .delay(for: .milliseconds(4), on: disk)
      .map { read in
        var changed = read
        change(&changed)
        try self.write(row, changed, ifAt: read.version)
        return changed.stock
      }
      .retry(20)
  }
}

/// Takes orders off the stock.
private final class Clerk: Sendable {
  let written = Atomic<Int>(0)
  let failed = Atomic<Int>(0)
  private let table: StockTable

  init(_ table: StockTable) { self.table = table }

  func take(_ pieces: Int, from row: Int) {
    _ = table.update(row) { $0.stock -= pieces }
      .subscribe(
        next: { _ in self.written.add(1, ordering: .relaxed) },
        error: { _ in self.failed.add(1, ordering: .relaxed) })
  }
}

enum OptimisticLocks: LeakProgram {
  static func run() {
    let table = StockTable(rows: 3)
    let clerks = (0..<4).map { _ in Clerk(table) }
    for round in 0..<6 {
      let all = DispatchGroup()
      for (number, clerk) in clerks.enumerated() {
        DispatchQueue.global().async(group: all) {
          clerk.take(1 + number, from: round % 3)
        }
      }
      all.wait()
      pause(milliseconds: 35)
    }
    pause(milliseconds: 60)
    print("written", clerks.map { $0.written.load(ordering: .relaxed) }.reduce(0, +))
    print("conflicts", table.conflicts.load(ordering: .relaxed))
    print("stock", (0..<3).map { table.read($0).stock })
  }
}
