public import SignalTracing

extension Signal {
  /// An operator that replaces the source's error: `failure` runs instead of it, and the output completes
  /// then. A throw of `failure` is the output's error.
  ///
  /// `completion` runs when the source has completed, before downstream is told.
  @inlinable @inline(__always)
  func lift<State, Result: Sendable>(
    _ site: CallSite, state initial: @escaping @autoclosure @Sendable () -> State,
    _ body: @escaping @Sendable (inout State, Value, Output<Result>) throws -> Void,
    failure: @escaping @Sendable (inout State, any Error, Output<Result>) throws -> Void,
    completion: (@Sendable (inout State, Output<Result>) throws -> Void)? = nil
  ) -> Signal<Result> {
    let receive: Subscriber<Value>.Receive = { value, gate in
      // Made of this class with this closure, below.
      let gate = unsafeDowncast(gate, to: RecoveringSubscriber<Value, State, Result>.self)
      do { try body(&gate.state, value, Output(downstreamOf: gate)) } catch { gate.fail(error) }
    }
    return Signal<Result>(site, upstream: self, kind: .lifted) { signal, downstream in
      signal.withSource(of: Value.self) { source in
        source.connect(
          inlet: RecoveringSubscriber(
            above: downstream, to: source, state: initial(), failure: failure,
            completion: completion, receive: receive))
      }
    }
  }
}

/// A gate with an operator's state. It does not send the source's error down, but calls `failure` with it.
@usableFromInline
final class RecoveringSubscriber<Value: Sendable, State, Result: Sendable>: Subscriber<Value>,
  @unchecked Sendable
{
  // The state belongs to the thread that delivers, one thread at a time. Unchecked, as in
  // `StatefulSubscriber`.
  @exclusivity(unchecked) @usableFromInline final var state: State
  private let failure: @Sendable (inout State, any Error, Output<Result>) throws -> Void
  private let completion: (@Sendable (inout State, Output<Result>) throws -> Void)?

  @usableFromInline
  init(
    above downstream: __shared Gate, to source: __shared SignalDescription, state: __owned State,
    failure: @escaping @Sendable (inout State, any Error, Output<Result>) throws -> Void,
    completion: (@Sendable (inout State, Output<Result>) throws -> Void)?, receive: __shared @escaping Receive
  ) {
    self.state = state
    self.failure = failure
    self.completion = completion
    super.init(above: downstream, to: source, receive: receive)
  }

  override func receive(_ ending: Ending) {
    let output = Output<Result>(downstreamOf: self)
    do {
      switch ending {
      case .completed: try completion?(&state, output)
      case .failed(let error): try failure(&state, error, output)
      }
    } catch {
      return fail(error)
    }
    if output.isOpen { output.completed() }
  }
}

/// The state of an operator that has none.
///
/// Not `()`: an empty property has no place of its own, and the thread sanitizer takes a change of it for one
/// of the object's first word (Swift 6.3.1).
@usableFromInline struct Stateless: Sendable {
  private var place: UInt8 = 0

  @usableFromInline init() {}
}
