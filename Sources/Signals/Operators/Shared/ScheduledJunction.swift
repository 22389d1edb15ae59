import SignalTracing
import Synchronization
import TraceFormat

/// The events that wait for a scheduler in a ``ScheduledJunction``, and the work that delivers them.
struct ScheduledLine<Line: Sendable>: Sendable {
  /// The values.
  var line: Line
  var ending: (Ending, cause: UInt64)?
  /// Work is on its way, or runs.
  var isScheduled = false
  var isDisposed = false
  var work: Disposable?

  init(_ line: Line) { self.line = line }
}

/// An operator with one source whose events wait for a scheduler. One piece of work is on its way at a time.
///
/// A subclass says how values join the line, and delivers in `deliver`, on the scheduler.
class ScheduledJunction<Line: Sendable>: Junction, @unchecked Sendable {
  // Threads: the waiting events have a lock.

  final let waiting: Mutex<ScheduledLine<Line>>
  private final let scheduler: any Scheduler
  private final let empty: Line

  /// - Parameter line: an empty line.
  init(_ line: Line, below downstream: Gate, on scheduler: any Scheduler) {
    waiting = Mutex(ScheduledLine(line))
    empty = line
    self.scheduler = scheduler
    super.init(below: downstream)
  }

  /// Delivers the waiting events. It schedules itself again as long as events wait.
  func deliver() {}

  final func schedule() {
    let work = scheduler.schedule { self.deliver() }
    let (before, isDisposed) = waiting.withLock { waiting in
      (exchange(&waiting.work, with: waiting.isDisposed ? nil : work), waiting.isDisposed)
    }
    if isDisposed { work.dispose() }
    _ = before
  }

  final override func inletEnded(number: UInt32, _ ending: Ending) {
    let cause = ThreadState.cause
    let isFirst = waiting.withLock { waiting in
      if waiting.ending == nil { waiting.ending = (ending, cause) }
      return !exchange(&waiting.isScheduled, with: true)
    }
    if isFirst { schedule() }
  }

  final override func dispose(because reason: DisposalReason) {
    // The values go out of memory after the lock.
    let (dropped, work) = waiting.withLock { waiting in
      waiting.isDisposed = true
      return (exchange(&waiting.line, with: empty), exchange(&waiting.work, with: nil))
    }
    work?.dispose(because: reason)
    super.dispose(because: reason)
    _ = dropped
  }
}
