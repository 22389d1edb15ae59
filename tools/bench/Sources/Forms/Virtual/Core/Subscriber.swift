public import SignalTracing
public import Synchronization

/// The gate between a signal and one of its subscribers. What a value does, a subclass says: operator and gate are one
/// object.
public class Subscriber<Value: Sendable>: Gate, @unchecked Sendable {
  /// A gate for an operator's subscription to a signal made at `site`.
  @usableFromInline
  init(site: CallSite, downstream: __shared Gate, role: Role) {
    super.init(
      trace: TracedSubscription(site: site, downstream: downstream.trace, role: role), downstream: downstream)
  }

  /// A gate that nothing is downstream of.
  @usableFromInline
  init(trace: TracedSubscription) {
    super.init(trace: trace, downstream: nil)
  }

  /// What a value does, once it is through the gate.
  @usableFromInline func receive(value: Value) {}

  /// Sends a value. Dropped when the gate has ended or was disposed.
  @inlinable @inline(__always)
  public final func next(_ value: Value) {
    if TracedSubscription.watchOnValues | UInt64(status.load(ordering: .relaxed)) != 0 {
      return watchedNext(value)
    }
    receive(value: value)
  }

  /// The same when somebody looks, or when the gate is closed.
  @inline(never)
  @usableFromInline final func watchedNext(_ value: Value) {
    guard status.load(ordering: .relaxed) == 0 else {
      if TracedSubscription.terminalEventsAreWatched, row == .max { trace.dropped(.next) }
      return
    }
    let cause = reportNext(value)
    receive(value: value)
    ThreadState.cause = cause
  }

  /// Reports `next`. A root reports that of its `subscribe` call as well.
  func reportNext(_ value: Value) -> UInt64 {
    trace.next(describing: { String(describing: value) })
  }
}
