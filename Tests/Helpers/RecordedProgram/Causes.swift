import SignalTracing
import Synchronization
import TraceFormat

/// Sends from so many threads, and each event is caused by the newest one of all of them, as far as its thread knows.
func sendCaused(_ counters: Counters, threads: Int, rounds: Int) {
  let newest = Newest()
  onThreads(threads) { thread in
    let subscription = countedSubscription(counters, thread)
    for round in 0..<rounds {
      let (begun, done) = (counters.begun(thread), counters.done(thread))
      begun.pointee.add(1, ordering: .relaxed)
      ThreadState.cause = newest.event.load(ordering: .acquiring)
      _ = subscription.next { String(round) }
      newest.event.store(ThreadState.cause, ordering: .releasing)
      done.pointee.add(1, ordering: .relaxed)
      // The other stream of the thread as well: begun within the event, disposed, released.
      if round % 64 == 0 {
        begun.pointee.add(4, ordering: .relaxed)
        let inner = RecordedProgram.subscription("inner")
        ThreadState.cause = newest.event.load(ordering: .acquiring)
        inner.disposed(.explicit)
        inner.end()
        done.pointee.add(4, ordering: .relaxed)
      }
    }
  }
}

private final class Newest: Sendable {
  let event = Atomic<UInt64>(0)
}

/// Reads a recording, and prints how many events it has, how many of them are not later than the one before of their
/// thread, and how many are earlier than their cause.
func printOrder(path: String) throws {
  var order = Order()
  try Recording.open(path).forEach { order.take($0) }
  order.settle()
  print("events \(order.events) backwards \(order.backwards) before their cause \(order.beforeCause)")
}

/// Goes by the records' order and times alone: what comes later in the order has no earlier time.
private struct Order {
  private(set) var events = 0
  private(set) var backwards = 0
  private(set) var beforeCause = 0
  private var now: UInt64 = 0
  /// The newest event of each thread so far.
  private var newest: [UInt64] = []
  /// Causes that have not come yet: they may still, as long as the time stays the same.
  private var awaited: [EventID] = []

  mutating func take(_ record: TraceRecord) {
    if record.time < now { backwards += 1 }
    if record.time > now { settle() }
    now = max(now, record.time)
    switch record.event {
    case .next(_, let event, let cause, _), .disposed(_, let event, let cause, _):
      take(event, cause)
    default: break
    }
  }

  private mutating func take(_ event: EventID, _ cause: EventID?) {
    events += 1
    let thread = Int(event.thread.rawValue)
    while newest.count <= thread { newest.append(0) }
    if event.sequence <= newest[thread] { backwards += 1 }
    newest[thread] = event.sequence
    if let cause, !hasCome(cause) { awaited.append(cause) }
  }

  private func hasCome(_ event: EventID) -> Bool {
    let thread = Int(event.thread.rawValue)
    return thread < newest.count && event.sequence <= newest[thread]
  }

  /// What has not come by now is later than what it caused, or is not there.
  mutating func settle() {
    guard !awaited.isEmpty else { return }
    for cause in awaited where !hasCome(cause) { beforeCause += 1 }
    awaited.removeAll(keepingCapacity: true)
  }
}
