public import SignalTracing
public import Synchronization

/// The subscriber of the form in use, but its `next` does not ask whether anybody looks: what the question costs is the
/// difference. Everything else is the package's own.
public class Subscriber<Value: Sendable>: Gate, @unchecked Sendable {
  @usableFromInline typealias Receive = @Sendable (Value, Subscriber<Value>) -> Void

  @usableFromInline final let receive: Receive

  @usableFromInline
  init(site: CallSite, downstream: __shared Gate, role: Role, receive: @escaping Receive) {
    self.receive = receive
    super.init(
      trace: TracedSubscription(site: site, downstream: downstream.trace, role: role), downstream: downstream)
  }

  @usableFromInline
  init(trace: TracedSubscription, receive: @escaping Receive) {
    self.receive = receive
    super.init(trace: trace, downstream: nil)
  }

  @inlinable @inline(__always)
  public final func next(_ value: Value) {
    if status.load(ordering: .relaxed) != 0 { return droppedNext() }
    receive(value, self)
  }

  @inline(never)
  @usableFromInline final func droppedNext() {
    if TracedSubscription.terminalEventsAreWatched, row == .max { trace.dropped(.next) }
  }

  func reportNext(_ value: Value) -> UInt64 {
    trace.next(describing: { String(describing: value) })
  }
}
