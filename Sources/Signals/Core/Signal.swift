public import SignalTracing

/// A stream of values over time, cold unless its source is hot: every subscription starts the work anew.
///
/// A signal sends `next* (error | completed)?`. It is a description: nothing happens before somebody subscribes, and
/// it may be subscribed to any number of times, from any thread.
public class Signal<Value: Sendable>: SignalDescription, @unchecked Sendable {
  /// Starts the signal for one subscriber. It is handed the signal, so that it needs no reference to it.
  @usableFromInline typealias Attach = @Sendable (Signal<Value>, Subscriber<Value>) -> Void

  @usableFromInline final let attach: Attach

  @usableFromInline
  init(
    _ site: CallSite, upstream: SignalDescription? = nil, kind: SignalKind = .other,
    attach: @escaping Attach
  ) {
    self.attach = attach
    super.init(site: site, upstream: upstream, kind: kind)
  }

  /// Starts the signal for a gate, unless the gate has ended already.
  @inlinable
  final func connect(_ gate: Subscriber<Value>) {
    guard gate.isOpen else { return }
    if kind == .other { gate.isUnseen = false }
    attach(self, gate)
  }

  /// The same with the caller's reference to the gate.
  @inlinable
  final func connect(handing gate: __owned Subscriber<Value>) {
    guard kind == .subject else { return connect(gate) }
    if gate.isOpen { unsafeDowncast(self, to: Subject<Value>.self).rows.add(consume gate) }
  }
}

/// How a signal starts, as far as the gate that it starts for is concerned.
@usableFromInline enum SignalKind: UInt8, Sendable {
  /// Shows the gate to nobody before another gate, which it makes, is its upstream: an operator without a junction.
  case lifted
  /// Shows the gate to nobody before it is the gate's upstream itself.
  case adopting
  /// The same, and a `Subject`: it keeps the gate.
  case subject
  case other
}

/// What a signal is without the type of its values: where it was made, and from which signal.
public class SignalDescription: @unchecked Sendable {
  @usableFromInline final let site: CallSite
  // Retained; given up without recursion.
  @usableFromInline final let upstream: Unmanaged<SignalDescription>?

  @usableFromInline final let kind: SignalKind

  @usableFromInline
  init(site: CallSite, upstream: SignalDescription?, kind: SignalKind) {
    self.site = site
    self.kind = kind
    self.upstream = upstream.map { Unmanaged.passRetained($0) }
  }

  deinit {
    if let upstream { ReleaseQueue.release(upstream) }
  }

  /// The signal that this one was made from.
  @inlinable @inline(__always)
  final func source<Source: Sendable>(of type: Source.Type) -> Signal<Source> {
    upstream.unsafelyUnwrapped._withUnsafeGuaranteedRef { unsafeDowncast($0, to: Signal<Source>.self) }
  }

  /// The same, without a reference of its own.
  @inlinable @inline(__always)
  final func withSource<Source: Sendable>(of type: Source.Type, _ body: (Signal<Source>) -> Void) {
    upstream.unsafelyUnwrapped._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: Signal<Source>.self)) }
  }
}
