public import Synchronization
public import TraceFormat

/// One life in a recording that ends once: a subscription, a loop or a task. For adapters of other libraries,
/// which make one for each subscription.
///
///     let life = TracedLife(CallSite("sieve", #fileID, #line), downstream: below)
///     life.next(describing: { String(value) }) { listener(value) }
///     if life.dispose(.explicit) { source.cancel() }
///
/// A library whose subscriptions are objects may make their class a subclass.
///
/// It begins when it is made. It completes, fails or is disposed: only the first of these counts, and a later
/// value or end is reported as dropped. When the object goes out of memory, `released` is reported. If
/// nothing has ended the life before, it is `disposed` as `deinitialized` then.
///
/// Any thread may call every method. If several threads end a life at one time, one of them succeeds. The
/// order of values is the library's own affair. Without a watcher, a value costs a few instructions.
open class TracedLife: @unchecked Sendable {
  // `trace` is constant, `ended` is atomic.

  /// The subscription that the life reports, for events that this class has no method for. Do not call its
  /// `end`, and its `disposed` only after `takeEnd()`.
  public final let trace: TracedSubscription
  @usableFromInline final let ended = Atomic(false)

  /// Begins a life.
  ///
  /// - Parameters:
  ///   - site: the call that built the operator, or that subscribed the root.
  ///   - downstream: the life that it sends to. With nil it is nested in the subscription on whose behalf
  ///     this thread runs user code; if there is none, it is a root.
  ///   - role: how it came to be its downstream's; by default an operator's subscription to its source.
  ///   - owner: the object that it belongs to; see ``Trace/number(ofOwner:at:)``.
  public init(
    _ site: CallSite, downstream: TracedLife?, role: Role = Role(.source), owner: AnyObject? = nil
  ) {
    trace = TracedSubscription(site: site, downstream: downstream?.trace, role: role)
    belong(to: owner, at: site)
  }

  /// Makes a life of a subscription that has begun. The life reports its end and gives its record back.
  ///
  /// - Parameter trace: of which nobody else makes a life.
  public init(_ trace: TracedSubscription) { self.trace = trace }

  deinit {
    dispose(.deinitialized)
    trace.end()
  }

  private final func belong(to owner: AnyObject?, at site: CallSite) {
    let number = Trace.number(ofOwner: owner, at: site)
    if number != 0 { trace.named(owner: number) }
  }

  /// The number of the life in recordings: process-unique, never reused.
  public final var id: SubscriptionID { trace.id }

  /// Whether it has completed, failed or been disposed.
  @inlinable public final var isOver: Bool { ended.load(ordering: .acquiring) }

  /// Reports a value and delivers it: it is the cause of everything that `deliver` does. After the end of the
  /// life it is reported as dropped and not delivered.
  ///
  /// - Parameters:
  ///   - value: is called only while values are watched with their descriptions.
  ///   - deliver: passes the value to the downstream. If it throws, the life goes on.
  @inlinable
  public final func next(describing value: () -> String, _ deliver: () throws -> Void) rethrows {
    guard !isOver else { return dropped(.next) }
    guard TracedSubscription.watchOnValues != 0 else { return try deliver() }
    let cause = trace.next(describing: value)
    defer { ThreadState.cause = cause }
    try deliver()
  }

  /// Completes: reports it, delivers it, and reports `disposed`. After the end of the life it is reported as
  /// dropped and not delivered.
  ///
  /// - Parameter deliver: disposes the upstream, and then tells the downstream. If it throws, the life is
  ///   over all the same.
  public final func completed(_ deliver: () throws -> Void) rethrows {
    try end(.completed, { trace.completed() }, deliver)
  }

  /// Fails, as `completed(_:)` completes.
  public final func error(_ error: any Error, _ deliver: () throws -> Void) rethrows {
    try end(.error, { trace.error(error) }, deliver)
  }

  /// Ends without an event and reports `disposed`, unless the life is over.
  ///
  /// - Returns: true for the call that has ended it. This caller disposes the upstream.
  @discardableResult
  public final func dispose(_ reason: DisposalReason) -> Bool {
    guard takeEnd() else { return false }
    if TracedSubscription.livesAreWatched { trace.disposed(reason) }
    return true
  }

  /// Ends the life without a report, for a library that tells of the beginning and of the end of a delivery
  /// in two calls.
  ///
  /// - Returns: true for the call that has ended it. This caller reports the end by `trace`: `completed` or
  ///   `error`, and then `disposed`, each only if it is watched.
  public final func takeEnd() -> Bool {
    guard !ended.exchange(true, ordering: .acquiringAndReleasing) else { return false }
    trace.noteEnd()
    return true
  }

  private final func end(
    _ kind: EventKind, _ report: () -> UInt64, _ deliver: () throws -> Void
  ) rethrows {
    guard takeEnd() else { return dropped(kind) }
    let cause = TracedSubscription.terminalEventsAreWatched ? report() : nil
    defer {
      if TracedSubscription.livesAreWatched { trace.disposed(.terminated) }
      if let cause { ThreadState.cause = cause }
    }
    try deliver()
  }

  @usableFromInline @inline(never)
  final func dropped(_ kind: EventKind) {
    if TracedSubscription.terminalEventsAreWatched { trace.dropped(kind) }
  }
}
