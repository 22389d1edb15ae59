public import SignalTracing

extension Signal {
  /// An operator without state: `body` sends the results for each value. A throw becomes the signal's error.
  @inlinable @inline(__always)
  func lift<Result: Sendable>(
    _ site: CallSite, _ body: @escaping @Sendable (Value, Output<Result>) throws -> Void
  ) -> Signal<Result> {
    let receive: Subscriber<Value>.Receive = { value, gate in
      do { try body(value, Output(downstreamOf: gate)) } catch { gate.fail(error) }
    }
    return Signal<Result>(site, upstream: self, kind: .lifted) { signal, downstream in
      signal.withSource(of: Value.self) { source in
        source.connect(
          inlet: Subscriber(above: downstream, to: source, receive: receive))
      }
    }
  }

  /// An operator with state. Each subscription has its own, which `initial` makes when the subscription
  /// begins.
  @inlinable @inline(__always)
  func lift<State, Result: Sendable>(
    _ site: CallSite, state initial: @escaping @autoclosure @Sendable () -> State,
    _ body: @escaping @Sendable (inout State, Value, Output<Result>) throws -> Void
  ) -> Signal<Result> {
    let receive = receiving(body)
    return Signal<Result>(site, upstream: self, kind: .lifted) { signal, downstream in
      signal.withSource(of: Value.self) { source in
        source.connect(
          inlet: StatefulSubscriber(
            above: downstream, to: source, state: initial(), receive: receive))
      }
    }
  }

  /// The same with a `completion`, which runs when the source has completed, before downstream is told.
  @inlinable @inline(__always)
  func lift<State, Result: Sendable>(
    _ site: CallSite, state initial: @escaping @autoclosure @Sendable () -> State,
    _ body: @escaping @Sendable (inout State, Value, Output<Result>) throws -> Void,
    completion: @escaping @Sendable (inout State, Output<Result>) throws -> Void
  ) -> Signal<Result> {
    let receive = receiving(body)
    return Signal<Result>(site, upstream: self, kind: .lifted) { signal, downstream in
      signal.withSource(of: Value.self) { source in
        source.connect(
          inlet: CompletingSubscriber(
            above: downstream, to: source, state: initial(), completion: completion,
            receive: receive))
      }
    }
  }

  @inlinable @inline(__always)
  func receiving<State, Result: Sendable>(
    _ body: @escaping @Sendable (inout State, Value, Output<Result>) throws -> Void
  ) -> Subscriber<Value>.Receive {
    { value, gate in
      // A caller of this closure makes such a gate with it.
      let gate = unsafeDowncast(gate, to: StatefulSubscriber<Value, State>.self)
      do { try body(&gate.state, value, Output(downstreamOf: gate)) } catch { gate.fail(error) }
    }
  }

  /// Makes a new gate the upstream of its downstream, and starts the signal for it.
  @inlinable
  final func connect(inlet gate: __owned Subscriber<Value>) {
    let installed = Gate.install(consume gate)
    if kind == .subject {
      // The highest gate of the run. It receives the source's values, as `gate` does.
      return connect(handing: unsafeDowncast(installed.takeRetainedValue(), to: Subscriber<Value>.self))
    }
    installed._withUnsafeGuaranteedRef { connect(unsafeDowncast($0, to: Subscriber<Value>.self)) }
    Gate.release(installed: installed)
  }
}

/// A gate with an operator's state. The state belongs to the thread that delivers, one thread at a time.
@usableFromInline
class StatefulSubscriber<Value: Sendable, State>: Subscriber<Value>, @unchecked Sendable {
  // Unchecked for the rows `cold map/filter/scan` and `skip(10)`.
  @exclusivity(unchecked) @usableFromInline final var state: State

  @usableFromInline
  init(
    above downstream: __shared Gate, to source: __shared SignalDescription, state: __owned State,
    receive: __shared @escaping Receive
  ) {
    self.state = state
    super.init(above: downstream, to: source, receive: receive)
  }
}

/// The same for an operator that has something to do when its source completes.
@usableFromInline
final class CompletingSubscriber<Value: Sendable, State, Result: Sendable>: StatefulSubscriber<Value, State>,
  @unchecked Sendable
{
  private let completion: @Sendable (inout State, Output<Result>) throws -> Void

  @usableFromInline
  init(
    above downstream: __shared Gate, to source: __shared SignalDescription, state: __owned State,
    completion: @escaping @Sendable (inout State, Output<Result>) throws -> Void,
    receive: __shared @escaping Receive
  ) {
    self.completion = completion
    super.init(above: downstream, to: source, state: state, receive: receive)
  }

  override func receive(_ ending: Ending) {
    if case .completed = ending {
      let output = Output<Result>(downstreamOf: self)
      do { try completion(&state, output) } catch { return fail(error) }
      guard output.isOpen else { return }
    }
    super.receive(ending)
  }
}
