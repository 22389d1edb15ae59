public import SignalTracing
import Synchronization
import TraceFormat

/// A stream of values over time, cold unless its source is hot: every subscription starts the work anew.
///
/// A signal sends `next* (error | completed)?`. It is a description: nothing happens before somebody
/// subscribes, and it may be subscribed to any number of times, from any thread.
public class Signal<Value: Sendable>: SignalDescription, @unchecked Sendable {
  // Threads: nothing of it changes; nor of a subclass, but what has a lock or an owner word of its own.

  /// Starts the signal for one subscriber.
  ///
  /// The signal is an argument: a closure that captured it would never let go of it.
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
    if kind == .other {
      gate.isUnseen = false
      if TracedSubscription.livesAreWatched { noteSubscription(gate.trace) }
    }
    attach(self, gate)
  }

  /// The same with the caller's reference to the gate.
  @inlinable
  final func connect(handing gate: __owned Subscriber<Value>) {
    // Only a subject is of that kind.
    guard kind == .subject else { return connect(gate) }
    if gate.isOpen { unsafeDowncast(self, to: Subject<Value>.self).rows.add(consume gate) }
  }
}

extension Signal {
  /// An operator of this signal.
  ///
  /// - Parameter start: subscribes to this signal for one subscriber, whose gate is its second argument. This
  ///   signal is its first, so that the closure need not capture it.
  @inlinable @inline(__always)
  final func derived<Result: Sendable>(
    at site: CallSite, _ start: @escaping @Sendable (Signal<Value>, Subscriber<Result>) -> Void
  ) -> Signal<Result> {
    Signal<Result>(site, upstream: self) { signal, downstream in
      signal.withSource(of: Value.self) { source in start(source, downstream) }
    }
  }
}

/// How a signal starts, as far as the gate that it starts for is concerned.
@usableFromInline enum SignalKind: UInt8, Sendable {
  /// Shows the gate to nobody before another gate, which it makes, is its upstream: an operator without a
  /// junction.
  case lifted
  /// Shows the gate to nobody before it is the gate's upstream itself.
  case adopting
  /// The same, and a `Subject`: it keeps the gate.
  case subject
  case other
}

/// A signal without the type of its values: it knows where it was made, and from which signal.
///
/// The superclass of `Signal`, and public for that alone: it offers nothing, and the reference does not show
/// it.
@_documentation(visibility: internal)
public class SignalDescription: @unchecked Sendable {
  // Threads: nothing of it changes.

  @usableFromInline final let site: CallSite
  // Retained; given up without recursion.
  @usableFromInline final let upstream: Unmanaged<SignalDescription>?

  @usableFromInline final let kind: SignalKind
  /// The low half of the number of the first subscription to it that was watched; 0 before.
  private final let firstWatched = Atomic<UInt32>(0)

  @usableFromInline
  init(site: CallSite, upstream: SignalDescription?, kind: SignalKind) {
    self.site = site
    self.kind = kind
    self.upstream = upstream.map { Unmanaged.passRetained($0) }
  }

  deinit {
    if let upstream { ReleaseQueue.release(upstream) }
  }

  /// Tells who watches that the signal is subscribed to again, where each subscription begins work of its
  /// own.
  @usableFromInline @inline(never)
  final func noteSubscription(_ trace: TracedSubscription) {
    let traits = trace.traits
    guard traits.isWork || traits.contains(.flattens) else { return }
    let number = trace.identifier
    let half = UInt32(truncatingIfNeeded: number)
    let (isFirst, first) = firstWatched.compareExchange(expected: 0, desired: half, ordering: .relaxed)
    // Numbers are given in order, and so near each other that the low half tells them apart.
    if !isFirst {
      trace.subscribedAgain(first: number &- UInt64(bitPattern: Int64(Int32(bitPattern: half &- first))))
    }
  }

  /// Hands `body` the signal that this one was made from, without a reference of its own. It has the type
  /// with which it was given to `init`: `derived` and `lift` see to that, and nobody else asks.
  @inlinable @inline(__always)
  final func withSource<Source: Sendable>(of type: Source.Type, _ body: (Signal<Source>) -> Void) {
    upstream!._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: Signal<Source>.self)) }
  }
}
