import Glibc
import SignalTracing
import Synchronization
import TraceAnalysis
import TraceFormat

/// Assigns the events of the process to the checks that they belong to.
final class LeakLedger: Sendable {
  static let shared = LeakLedger()

  private let books = Lock(LeakBooks())
  /// The number of checks that look at tasks.
  private let taskChecks = Atomic(0)

  var looksAtTasks: Bool { taskChecks.load(ordering: .relaxed) > 0 }

  func open(takesStrays: Bool, looksAtTasks: Bool) -> LeakBooks.Key {
    if looksAtTasks { taskChecks.add(1, ordering: .relaxed) }
    let key = books.withLock { $0.open(at: Self.now, takesStrays: takesStrays) }
    TraceTap.start { [self] in add($0) }
    return key
  }

  func close(_ key: LeakBooks.Key, looksAtTasks: Bool) {
    if looksAtTasks { taskChecks.subtract(1, ordering: .relaxed) }
    TraceTap.stop()
    books.withLock { $0.close(key) }
  }

  /// The events of a check's subscriptions and tasks up to this moment.
  ///
  /// - Parameter lines: finds the lines of tasks; nil if they are not needed.
  func forest(of key: LeakBooks.Key, _ lines: (any AddressResolver)? = nil) -> Forest {
    let account = books.withLock { $0.accounts[key] }
    let now = Self.now
    var builder = account?.builder ?? ForestBuilder()
    if let lines { builder.resolveAddresses(with: lines) }
    return builder.finish(began: account?.opened, ended: now)
  }

  private func add(_ event: TraceEvent) {
    let check = LeakCheck.ofTask
    let here = LeakBooks.Place(
      thread: ThreadID(rawValue: ThreadState.number), task: check?.key, tasks: check?.keyOfTasks,
      cause: EventID(ThreadState.cause))
    // The lock is held for bookkeeping alone: no code of the program runs, and no object of the program is
    // released.
    books.withLock { $0.add(event, at: Self.now, here) }
  }

  /// Nanoseconds of `CLOCK_MONOTONIC`, as in recordings.
  static var now: UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }
}
