public import SignalTracing
import TraceFormat

/// The life of a loop or a stage, of a stream as one loop sees it, or of a task.
///
/// A life that nothing has ended before ends when it goes out of memory. So a loop that is left ends with its
/// iterator.
@usableFromInline
final class AsyncLife: TracedLife, @unchecked Sendable {
  // Its own state is constant.

  /// Lives that are made in this context are upstream of this life. Nil if there can be none.
  @usableFromInline let context: TracingContext?
  private let below: TracingContext?
  /// A loop or a task: it ends by itself, and not because of another life.
  private let isOutermost: Bool

  init(
    _ site: CallSite, owner: UInt64 = 0, _ role: Role, for below: TracingContext?, isStream: Bool = false
  ) {
    let trace = TracedSubscription(
      site: site, below: below.flatMap { SubscriptionID($0.identifier) }, role: role)
    self.below = below
    isOutermost = role.kind == .loop || role.kind == .task
    context = isStream ? nil : TracingContext(trace.identifier, isTask: role.kind == .task)
    super.init(trace)
    if owner != 0 { trace.named(owner: owner) }
  }

  /// A stage of a sequence. If a stage further down reads it in the same task, it is that stage's source,
  /// else it is a loop. An operator that reads in a task of its own has a loop there.
  convenience init(stage site: CallSite, owner: UInt64) {
    let below = TracingContext.current
    self.init(site, owner: owner, Role(below?.isStageHere == true ? .source : .loop), for: below)
    context?.enter()
  }

  deinit { dispose(leaveReason) }

  /// The reason of an end without an event of its own.
  private var leaveReason: DisposalReason {
    // As with a loop over the values of a signal: leaving the loop ends it.
    isOutermost ? Task.isCancelled ? .cancelled : .explicit : .downstream
  }

  /// Reports a value. Called only while values are watched.
  ///
  /// - Parameter cause: the event that caused the value; by default the last event from upstream in the same
  ///   task.
  /// - Returns: the event of the value.
  @usableFromInline @inline(never) @discardableResult
  func next(after cause: UInt64? = nil, _ value: () -> String) -> UInt64 {
    guard !isOver else {
      if TracedSubscription.terminalEventsAreWatched { trace.dropped(.next) }
      return 0
    }
    return report(after: cause) { trace.next(describing: value) }
  }

  /// The sequence has given nil: it completed, or the task was cancelled.
  @usableFromInline @inline(never)
  func sequenceEnded() { if Task.isCancelled { dispose(leaveReason) } else { end(nil) } }

  /// The sequence has thrown.
  @usableFromInline @inline(never)
  func sequenceFailed(_ error: any Error) {
    if Task.isCancelled, error is CancellationError { dispose(leaveReason) } else { end(error) }
  }

  /// Reports an end by completion or by an error, and `disposed`.
  ///
  /// - Returns: the event of the end; 0 without a watcher.
  @discardableResult
  func end(_ error: (any Error)?, after cause: UInt64? = nil) -> UInt64 {
    guard takeEnd() else { return 0 }
    var event: UInt64 = 0
    if TracedSubscription.terminalEventsAreWatched {
      event = report(after: cause) { error.map { trace.error($0) } ?? trace.completed() }
    }
    if TracedSubscription.livesAreWatched { trace.disposed(.terminated) }
    return event
  }

  /// Reports an event. This thread delivers nothing: the reader goes on elsewhere.
  private func report(after cause: UInt64?, _ event: () -> UInt64) -> UInt64 {
    let before = ThreadState.cause
    let cause = cause ?? context?.takeEvent() ?? 0
    if cause != 0 { ThreadState.cause = cause }
    _ = event()
    let reported = ThreadState.cause
    ThreadState.cause = before
    below?.came(reported)
    return reported
  }
}
