// healthy: resources of `using` and handles that are let go, with imports that fail half-way
// says: `using` gives the lock back however the import ends.
// allows: nothing

import Signals

private struct BrokenRow: Error {}

/// The lock of a table, given back when it is disposed.
private final class Locks: Sendable {
  private let held = Shared(Set<Int>())
  let taken = Shared(0)

  var count: Int { held.value.count }

  func take(_ table: Int) -> Disposable {
    held.update { _ = $0.insert(table) }
    taken.update { $0 += 1 }
    return Disposable { [held] in held.update { _ = $0.remove(table) } }
  }
}

private func rows(of table: Int, under locks: Locks, by clock: VirtualTimeScheduler) -> Signal<Int> {
  Signal<Int>.using({ locks.take(table) }) { _ in
    Signal<Int>.interval(.milliseconds(100), on: clock).take(6).map { row in
      if table % 4 == 3, row == 2 { throw BrokenRow() }
      return row
    }
  }
}

enum ImportsUnderLock: LeakProgram {
  static func run() {
    let clock = VirtualTimeScheduler()
    let locks = Locks()
    let failed = Shared(0)
    for table in 0..<16 {
      _ = rows(of: table, under: locks, by: clock)
        .subscribe(next: { _ in }, error: { _ in failed.update { $0 += 1 } })
      clock.advance(by: .milliseconds(300))
      pause(milliseconds: 6)
    }
    clock.advance(by: .milliseconds(600))
    print("taken", locks.taken.value, "held", locks.count, "failed", failed.value)
  }
}
