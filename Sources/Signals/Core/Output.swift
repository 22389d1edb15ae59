/// The receiver of the results of an operator's closure.
@usableFromInline
struct Output<Value: Sendable>: Sendable {
  @usableFromInline let gate: Unmanaged<Gate>

  @inlinable @inline(__always)
  init(downstreamOf gate: __shared Gate) {
    self.gate = gate.downstream.unsafelyUnwrapped
  }

  /// An output to this gate. The caller keeps the gate alive as long as it uses the output.
  @inlinable @inline(__always)
  init(to gate: __shared Gate) { self.gate = .passUnretained(gate) }

  /// Sends a value downstream.
  @inlinable @inline(__always)
  func next(_ value: Value) {
    // An output is made only for a gate of its type of values.
    gate._withUnsafeGuaranteedRef { unsafeDowncast($0, to: Subscriber<Value>.self).next(value) }
  }

  /// Completes: upstream is disposed first.
  @inlinable
  func completed() { gate._withUnsafeGuaranteedRef { $0.completed() } }

  /// Fails: upstream is disposed first.
  @inlinable
  func error(_ error: any Error) { gate._withUnsafeGuaranteedRef { $0.error(error) } }

  /// False once the gate has ended: later events are dropped.
  @inlinable
  var isOpen: Bool { gate._withUnsafeGuaranteedRef { $0.isOpen } }
}
