import DequeModule
import SignalTracing

/// Runs work on the thread that schedules it, one piece after another: new work waits until the running piece
/// has returned.
///
/// The outermost `schedule` of a thread returns when no work waits any more. It has no clock, so operators
/// that wait do not take it. As Rx `CurrentThreadScheduler`.
public struct TrampolineScheduler: Scheduler {
  private static let identity = SchedulerIdentity("trampoline")
  /// The waiting work, for each thread on which work runs.
  private static let queues = Mutex<[UInt32: Deque<ScheduledWork>]>([:])

  public init() {}

  public var identity: SchedulerIdentity { Self.identity }

  public func enqueue(_ work: ScheduledWork) {
    let thread = ThreadState.number
    let isOutermost = Self.queues.withLock { queues in
      guard queues[thread] == nil else {
        queues[thread]?.append(work)
        return false
      }
      queues[thread] = []
      return true
    }
    guard isOutermost else { return }
    work.run(on: self)
    while let next = Self.next(of: thread) { next.run(on: self) }
  }

  /// The next work of a thread. Nil if none waits: then no work runs on that thread any more.
  private static func next(of thread: UInt32) -> ScheduledWork? {
    queues.withLock { queues in
      if let work = queues[thread]?.popFirst() { return work }
      queues[thread] = nil
      return nil
    }
  }
}

extension Scheduler where Self == TrampolineScheduler {
  /// Runs work on the thread that schedules it, one piece after another.
  public static var trampoline: TrampolineScheduler { TrampolineScheduler() }
}
