import CSignalProbes

/// One piece of scheduled work for tracers, and the event that caused it.
///
/// It always carries the cause, so that a trace can follow a value across threads.
public struct TracedWork: Sendable {
  private let cause: UInt64
  /// 0 if scheduling was not watched when the work was scheduled.
  private let identifier: UInt64
  private let scheduler: UInt64
  private let name: StaticString

  /// Reports `scheduled` if scheduling is watched.
  public init(scheduler: UInt64, name: StaticString, delay: Duration = .zero) {
    let thread = rx_thread_current()
    cause = thread.pointee.cause
    self.scheduler = scheduler
    self.name = name
    guard rx_watched_scheduling() else {
      identifier = 0
      return
    }
    identifier = Trace.newIdentifier()
    let nanoseconds = UInt64(clamping: max(0, delay.attoseconds) / 1_000_000_000)
    Emission.scheduled(work, cause: cause, delay: nanoseconds).emit(thread)
  }

  /// Runs the work with its cause, and reports `began` and `ended`. Restores the thread's state afterwards.
  public func run(_ body: () -> Void) { run(on: nil, body) }

  /// The same for a scheduler of this package.
  ///
  /// - Parameter scheduler: the value of `ThreadState.scheduler` during the run. The work then runs on behalf
  ///   of no subscription. With nil both stay as they are.
  package func run(on scheduler: UnsafeRawPointer?, _ body: () -> Void) {
    let thread = rx_thread_current()
    let (before, outerScheduler, onBehalfOf) = (
      thread.pointee.cause, thread.pointee.scheduler, thread.pointee.on_behalf_of
    )
    thread.pointee.cause = cause
    if let scheduler {
      thread.pointee.scheduler = UnsafeMutableRawPointer(mutating: scheduler)
      thread.pointee.on_behalf_of = 0
    }
    if identifier != 0, rx_watched_scheduling() { Emission.workBegan(work).emit(thread) }
    body()
    if identifier != 0, rx_watched_scheduling() { Emission.workEnded(work).emit(thread) }
    thread.pointee.cause = before
    thread.pointee.scheduler = outerScheduler
    thread.pointee.on_behalf_of = onBehalfOf
  }

  /// Reports that the work was disposed before it started.
  public func cancelled() {
    guard identifier != 0, rx_watched_scheduling() else { return }
    Emission.workCancelled(work).emit(rx_thread_current())
  }

  private var work: Emission.Work { Emission.Work(work: identifier, scheduler: scheduler, name: name) }
}
