// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: closing the store stops the tables that come to be compacted; the compactions that have begun go on looking for segments

import Signals

private struct Table: Sendable {
  let name: String
  let segments: Int
}

/// Merges the segments of a store's tables in the background, as long as the store is open.
private final class Compactor: Sendable {
  let flushed = PublishSubject<Table>()
  let merged = Shared([String: Int]())
  private let clock = QueueScheduler("compaction")
  private let closing = PublishSubject<Void>()

  func start() {
    let crowded = flushed.filter { $0.segments > 2 }
    let compact: @Sendable (Table) -> Signal<String> = { [clock] table in
      Signal<Int>.interval(.milliseconds(3 + table.segments % 2), on: clock).map { _ in table.name }
    }
    let steps: Signal<String>
    if mended {
      steps = crowded.flatMap(compact).take(until: closing)
    } else {
      steps = crowded.take(until: closing).flatMap(compact)  // LEAK
    }
    _ = steps.subscribe(next: { [merged] name in merged.update { $0[name, default: 0] += 1 } })
  }

  func close() { closing.next(()) }
}

/// A database that closes one of its stores, and goes on with the others.
enum CompactionJobs: LeakProgram {
  static func run() {
    let compactor = Compactor()
    let sizes = compactor.flushed.map { $0.segments }.scan(0, +)
    let growth = sizes.subscribe(next: { _ in })
    compactor.start()
    for (name, segments) in [("users", 4), ("carts", 2), ("orders", 5), ("sessions", 1), ("events", 7)] {
      compactor.flushed.next(Table(name: name, segments: segments))
      pause(milliseconds: 15)
    }
    compactor.close()
    for segments in 3..<9 {
      compactor.flushed.next(Table(name: "users", segments: segments))
      pause(milliseconds: 10)
    }
    growth.dispose()
    print("compacted", compactor.merged.value.keys.sorted())
  }
}
