import SignalTracing
import Synchronization
import TraceFormat

/// One life of a recording: a loop or a stage, a stream as one loop sees it, or a task. It ends once.
///
/// A life that nothing has ended before ends when it goes out of memory. So a loop that is left ends with its
/// iterator.
@usableFromInline
final class AsyncLife: Sendable {
  let trace: TracedSubscription
  /// Lives that are made in this context are upstream of this life. Nil if there can be none.
  @usableFromInline let context: TracingContext?
  private let below: TracingContext?
  /// A loop or a task: it ends by itself, and not because of another life.
  private let isOutermost: Bool
  private let isOver = Atomic(false)

  init(
    _ site: CallSite, owner: UInt64 = 0, _ role: Role, for below: TracingContext?, isStream: Bool = false
  ) {
    trace =
      below.map { TracedSubscription(site: site, below: $0.identifier, role: role) }
      ?? TracedSubscription(site: site, downstream: nil, role: role)
    self.below = below
    isOutermost = role.kind == .loop || role.kind == .task
    context = isStream ? nil : TracingContext(trace.identifier, isTask: role.kind == .task)
    if owner != 0 { trace.named(owner: owner) }
  }

  /// A stage of a sequence. If a stage further down reads it in the same task, it is that stage's source,
  /// else it is a loop. An operator that reads in a task of its own has a loop there.
  convenience init(stage site: CallSite, owner: UInt64) {
    let below = TracingContext.current
    self.init(site, owner: owner, Role(below?.isStageHere == true ? .source : .loop), for: below)
    context?.enter()
  }

  deinit {
    dispose(because: leaveReason)
    trace.end()
  }

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
    guard !isOver.load(ordering: .relaxed) else {
      if TracedSubscription.terminalEventsAreWatched { trace.dropped(.next) }
      return 0
    }
    return report(after: cause) { trace.next(describing: value) }
  }

  /// The sequence has given nil: it completed, or the task was cancelled.
  @usableFromInline @inline(never)
  func completed() { if Task.isCancelled { dispose(because: leaveReason) } else { end(nil) } }

  /// The sequence has thrown.
  @usableFromInline @inline(never)
  func failed(_ error: any Error) {
    if Task.isCancelled, error is CancellationError { dispose(because: leaveReason) } else { end(error) }
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

  /// Reports `disposed`, unless it has ended.
  func dispose(because reason: DisposalReason) {
    if takeEnd(), TracedSubscription.livesAreWatched { trace.disposed(reason) }
  }

  private func takeEnd() -> Bool {
    guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return false }
    trace.noteEnd()
    return true
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
