public import SignalTracing

extension Signal {
  /// An operator without state: what each value becomes. A throw becomes the signal's error.
  @inlinable @inline(__always)
  func lift<Result: Sendable>(
    _ site: CallSite, _ body: @escaping @Sendable (Value, Output<Result>) throws -> Void
  ) -> Signal<Result> {
    Signal<Result>(site, upstream: self) { signal, downstream in
      signal.withSource(of: Value.self) { source in
        source.connect(inlet: Operator(site: source.site, downstream: downstream, body))
      }
    }
  }

  /// An operator with state of its own for each subscription, which `initial` makes as it begins.
  @inlinable @inline(__always)
  func lift<State, Result: Sendable>(
    _ site: CallSite, state initial: @escaping @autoclosure @Sendable () -> State,
    _ body: @escaping @Sendable (inout State, Value, Output<Result>) throws -> Void
  ) -> Signal<Result> {
    Signal<Result>(site, upstream: self) { signal, downstream in
      signal.withSource(of: Value.self) { source in
        source.connect(
          inlet: StatefulOperator(site: source.site, downstream: downstream, state: initial(), body))
      }
    }
  }

  /// Makes a new gate the upstream of its downstream, and starts the signal for it.
  @inlinable
  final func connect(inlet gate: Subscriber<Value>) {
    gate.becomeUpstream()
    connect(gate)
  }
}

extension Gate {
  /// Makes this gate what its downstream disposes.
  @usableFromInline final func becomeUpstream() {
    downstream.unsafelyUnwrapped._withUnsafeGuaranteedRef { $0.adopt(Link.retaining(self)) }
  }
}

/// The gate of every operator without state: it passes values on to a closure, which knows their types.
@usableFromInline
final class Operator<Value: Sendable, Result: Sendable>: Subscriber<Value>, @unchecked Sendable {
  private let body: @Sendable (Value, Output<Result>) throws -> Void

  @usableFromInline
  init(
    site: CallSite, downstream: __shared Gate,
    _ body: @escaping @Sendable (Value, Output<Result>) throws -> Void
  ) {
    self.body = body
    super.init(site: site, downstream: downstream, role: Role(.source))
  }

  override func receive(value: Value) {
    do { try body(value, Output(downstreamOf: self)) } catch { fail(error) }
  }
}

/// A gate with an operator's state. The state belongs to whoever delivers, one thread at a time.
@usableFromInline
final class StatefulOperator<Value: Sendable, State, Result: Sendable>: Subscriber<Value>, @unchecked Sendable
{
  @exclusivity(unchecked) private var state: State
  private let body: @Sendable (inout State, Value, Output<Result>) throws -> Void

  @usableFromInline
  init(
    site: CallSite, downstream: __shared Gate, state: __owned State,
    _ body: @escaping @Sendable (inout State, Value, Output<Result>) throws -> Void
  ) {
    self.state = state
    self.body = body
    super.init(site: site, downstream: downstream, role: Role(.source))
  }

  override func receive(value: Value) {
    do { try body(&state, value, Output(downstreamOf: self)) } catch { fail(error) }
  }
}
