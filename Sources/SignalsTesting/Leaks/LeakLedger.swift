import Glibc
import SignalTracing
import TraceAnalysis
import TraceFormat

/// Books what happens in the process to the checks on whose behalf it happens.
final class LeakLedger: Sendable {
  static let shared = LeakLedger()

  private let books = Lock(LeakBooks())

  func open(takesStrays: Bool) -> LeakBooks.Key {
    let key = books.withLock { $0.open(at: Self.now, takesStrays: takesStrays) }
    TraceTap.start { [self] in add($0) }
    return key
  }

  func close(_ key: LeakBooks.Key) {
    TraceTap.stop()
    books.withLock { $0.close(key) }
  }

  /// The events of a check's subscriptions up to this moment.
  func forest(of key: LeakBooks.Key) -> Forest {
    let account = books.withLock { $0.accounts[key] }
    return (account?.builder ?? ForestBuilder()).finish(began: account?.opened, ended: Self.now)
  }

  private func add(_ event: TraceEvent) {
    let here = LeakBooks.Place(
      thread: ThreadID(rawValue: ThreadState.number), task: LeakCheck.ofTask?.key,
      cause: EventID(ThreadState.cause))
    // The lock is held for bookkeeping alone: nothing of the program's is called or let go of.
    books.withLock { $0.add(event, at: Self.now, here) }
  }

  /// Nanoseconds of `CLOCK_MONOTONIC`, as in recordings.
  private static var now: UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }
}
