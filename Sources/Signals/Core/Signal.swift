public import SignalTracing
import Synchronization
import TraceFormat

/// A stream of values over time. A signal is cold unless its source is hot: every subscription starts the
/// work again.
///
/// A signal sends `next* (error | completed)?`. It only describes the work: nothing runs before a
/// subscription. Any thread may subscribe, any number of times.
public class Signal<Value: Sendable>: SignalDescription, @unchecked Sendable {
  // Threads: a signal does not change. A property of a subclass that changes has a lock or an owner word.

  /// Starts the signal for one subscriber.
  ///
  /// The signal is an argument, because a closure that captured the signal would keep it alive for ever.
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

/// How a signal's `attach` treats the gate that it is handed.
@usableFromInline enum SignalKind: UInt8, Sendable {
  /// An operator without a junction. It makes a second gate, the upstream of this gate. No other object sees
  /// this gate before that.
  case lifted
  /// The signal's own object becomes the upstream of the gate. No other object sees the gate before that.
  case adopting
  /// As `adopting`. The signal is a `Subject`, which keeps the gate.
  case subject
  case other
}

/// A signal without the type of its values: it knows where it was made, and from which signal.
///
/// The class is public only because it is the superclass of `Signal`. It has no public members, and the
/// reference does not show it.
@_documentation(visibility: internal)
public class SignalDescription: @unchecked Sendable {
  // Threads: nothing of it changes.

  @usableFromInline final let site: CallSite
  // Retained; given up without recursion.
  @usableFromInline final let upstream: Unmanaged<SignalDescription>?

  @usableFromInline final let kind: SignalKind
  /// The low half of the number of the first watched subscription to this signal; 0 before that subscription.
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

  /// Tells the watcher that this signal has another subscription. It does so only if each subscription begins
  /// work of its own.
  @usableFromInline @inline(never)
  final func noteSubscription(_ trace: TracedSubscription) {
    let traits = trace.traits
    guard traits.isWork || traits.contains(.flattens) else { return }
    let number = trace.identifier
    let half = UInt32(truncatingIfNeeded: number)
    let (isFirst, first) = firstWatched.compareExchange(expected: 0, desired: half, ordering: .relaxed)
    // Numbers are given in order. Two living numbers are so near each other that the low half tells them
    // apart.
    if !isFirst {
      trace.subscribedAgain(first: number &- UInt64(bitPattern: Int64(Int32(bitPattern: half &- first))))
    }
  }

  /// Calls `body` with the signal that this signal was made from, without retaining it. The cast is right
  /// because each caller passes the type of the signal that it gave to `init`: `derived`, `lift` and the
  /// scans of signals.
  @inlinable @inline(__always)
  final func withSource<Source: Sendable>(of type: Source.Type, _ body: (Signal<Source>) -> Void) {
    upstream!._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: Signal<Source>.self)) }
  }
}
