public import SignalTracing
public import Synchronization
public import TraceFormat

/// The gate between a signal and one of its subscribers: a signal sends its events to it.
///
/// `next`, `error` and `completed` may be called on any thread, by one thread at a time. Events after the end
/// are dropped, and the trace says so.
public class Subscriber<Value: Sendable>: Gate, @unchecked Sendable {
  /// The closure for a value. The gate is an argument, because a closure that captured the gate would keep it
  /// alive for ever. Gate and closure are made together, so the closure knows the class of the gate.
  @usableFromInline typealias Receive = @Sendable (Value, Subscriber<Value>) -> Void

  @usableFromInline final let receive: Receive

  /// A gate for the subscription to `source` of an operator without a junction.
  @usableFromInline
  init(
    above downstream: __shared Gate, to source: __shared SignalDescription,
    receive: __shared @escaping Receive
  ) {
    self.receive = receive
    super.init(above: downstream, to: source)
  }

  /// A gate for an operator's subscription to a signal made at `site`.
  ///
  /// - Parameter anchor: the object that keeps `downstream`.
  @usableFromInline
  init(
    site: CallSite, downstream: __shared Gate, anchor: __shared AnyObject, role: Role,
    receive: __shared @escaping Receive
  ) {
    self.receive = receive
    super.init(
      trace: TracedSubscription(site: site, downstream: downstream.trace, role: role), downstream: downstream,
      anchor: anchor)
  }

  /// A gate without a downstream.
  @usableFromInline
  init(trace: TracedSubscription, receive: @escaping Receive) {
    self.receive = receive
    super.init(trace: trace, downstream: nil, anchor: nil)
  }

  /// The object in front of a source's gate.
  init(inFrontOf gate: __shared Subscriber<Value>, receive: @escaping Receive) {
    self.receive = receive
    super.init(inFrontOf: gate)
  }

  /// Sends a value. Dropped when the gate has ended or was disposed.
  @inlinable @inline(__always)
  public final func next(_ value: Value) {
    if TracedSubscription.watchOnValues | UInt64(word.load(ordering: .relaxed) & Gate.over) != 0 {
      return watchedNext(value)
    }
    receive(value, self)
  }

  /// The same for a subject that has this subscriber in its list. If this subscriber was disposed during the
  /// delivery, it is about to leave the list: the value is then no late event.
  @inlinable @inline(__always)
  final func nextInList(_ value: Value) {
    if TracedSubscription.watchOnValues | UInt64(word.load(ordering: .relaxed) & Gate.over) != 0 {
      return watchedNextInList(value)
    }
    receive(value, self)
  }

  /// `next` while a watcher is on, or when the gate is closed.
  @inline(never)
  @usableFromInline final func watchedNext(_ value: Value) {
    guard word.load(ordering: .relaxed) & Gate.over == 0 else {
      if TracedSubscription.terminalEventsAreWatched { trace.dropped(.next) }
      return
    }
    reportAndReceive(value)
  }

  /// `nextInList` while a watcher is on, or when the gate is closed.
  @inline(never)
  @usableFromInline final func watchedNextInList(_ value: Value) {
    if word.load(ordering: .relaxed) & Gate.over == 0 { reportAndReceive(value) }
  }

  private final func reportAndReceive(_ value: Value) {
    let cause = reportNext(value)
    receive(value, self)
    ThreadState.cause = cause
  }

  /// Reports `next`. A root reports that of its `subscribe` call as well.
  func reportNext(_ value: Value) -> UInt64 {
    trace.next(describing: { String(describing: value) })
  }
}
