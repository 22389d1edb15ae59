import CSignalProbes

/// One piece of scheduled work as tracers see it, and the event that caused it.
///
/// The cause is carried always: it is what lets a value be followed over threads.
public struct TracedWork: Sendable {
  private let cause: UInt64
  /// 0 while nobody looked when the work was scheduled.
  private let identifier: UInt64
  private let scheduler: UInt64
  private let name: StaticString

  /// Reports `scheduled` if anybody looks.
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
    let (seconds, attoseconds) = delay.components
    let nanoseconds =
      UInt64(clamping: max(0, seconds)) &* 1_000_000_000 &+ UInt64(max(0, attoseconds) / 1_000_000_000)
    if rx_records_scheduling() {
      Recorder.scheduled(
        thread, work: identifier, scheduler: scheduler, cause: cause, delay: nanoseconds, name: cName)
    }
    if rx_is_tapped() {
      TraceTap.send(
        .scheduled(
          work: identifier, scheduler: scheduler, cause: EventID(cause), delay: nanoseconds,
          name: name.description))
    }
    if racscheduler_scheduled_enabled() {
      racscheduler_scheduled(identifier, scheduler, cause, nanoseconds, cName)
    }
  }

  /// Runs the work with its cause, and reports `began` and `ended`. Afterwards the thread knows what it knew before.
  ///
  /// - Parameter scheduler: what `ThreadState.scheduler` is meanwhile, on behalf of no subscription; with nil both stay
  ///   as they are.
  public func run(on scheduler: UnsafeRawPointer? = nil, _ body: () -> Void) {
    let thread = rx_thread_current()
    let (before, outerScheduler, onBehalfOf) = (
      thread.pointee.cause, thread.pointee.scheduler, thread.pointee.on_behalf_of
    )
    thread.pointee.cause = cause
    if let scheduler {
      thread.pointee.scheduler = UnsafeMutableRawPointer(mutating: scheduler)
      thread.pointee.on_behalf_of = 0
    }
    if identifier != 0, rx_watched_scheduling() {
      if rx_records_scheduling() {
        Recorder.began(thread, work: identifier, scheduler: self.scheduler, name: cName)
      }
      if rx_is_tapped() {
        TraceTap.send(.workBegan(work: identifier, scheduler: self.scheduler, name: name.description))
      }
      if racscheduler_began_enabled() { racscheduler_began(identifier, self.scheduler, cName) }
    }
    body()
    if identifier != 0, rx_watched_scheduling() {
      if rx_records_scheduling() {
        Recorder.ended(thread, work: identifier, scheduler: self.scheduler, name: cName)
      }
      if rx_is_tapped() {
        TraceTap.send(.workEnded(work: identifier, scheduler: self.scheduler, name: name.description))
      }
      if racscheduler_ended_enabled() { racscheduler_ended(identifier, self.scheduler, cName) }
    }
    thread.pointee.cause = before
    thread.pointee.scheduler = outerScheduler
    thread.pointee.on_behalf_of = onBehalfOf
  }

  /// Reports that the work was disposed before it started.
  public func cancelled() {
    guard identifier != 0, rx_watched_scheduling() else { return }
    if rx_records_scheduling() {
      Recorder.cancelled(rx_thread_current(), work: identifier, scheduler: scheduler, name: cName)
    }
    if rx_is_tapped() {
      TraceTap.send(.workCancelled(work: identifier, scheduler: scheduler, name: name.description))
    }
    if racscheduler_cancelled_enabled() { racscheduler_cancelled(identifier, scheduler, cName) }
  }

  private var cName: UnsafePointer<CChar> {
    UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
