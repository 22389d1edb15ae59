public import SignalTracing
public import Synchronization
public import TraceFormat

/// A junction with state that belongs to the thread that is inside. Only the bodies of `connectSerially`,
/// `serially` and `timerFired` are handed the state; no other code can reach it.
///
/// An exclusivity check would last while a value is sent down. In its place, a debug build checks that the
/// caller is inside.
///
/// `zip`, `combineLatest`, subjects and the gates of `lift` keep their state in plain properties. Several
/// inlets share their packs of lines and slots, and rows of tools/checks/counts.txt bound their cost.
@usableFromInline
class SerialJunction<State>: Junction, @unchecked Sendable {
  // Belongs to the thread that is inside.
  @usableFromInline final let cell: _Cell<State>

  @usableFromInline
  init(_ state: __owned State, below downstream: Gate) {
    cell = _Cell(state)
    super.init(below: downstream)
  }

  /// Runs `body` with the state. This thread is inside.
  @inlinable @inline(__always)
  final func withState(_ body: (inout State) throws -> Void) rethrows {
    assert(owner.isMine, "the state of a junction belongs to the thread inside")
    // By a local name: the thread sanitizer notes a change through `self` at the object's first word, which
    // other threads read.
    let state = cell._address
    try body(&state.pointee)
  }

  /// Runs `event` alone, with the state: now, or after the events that are being delivered.
  final func serially(_ event: @escaping @Sendable (inout State) -> Void) {
    serially { self.withState(event) }
  }
}

extension Signal {
  /// Subscribes a junction to this signal. Its values run `body` alone, one at a time among all inlets, with
  /// the junction's state.
  ///
  /// A throw fails the junction's output.
  @inlinable @inline(__always)
  final func connectSerially<State, Operator: SerialJunction<State>>(
    into junction: Operator, role: Role, number: UInt32 = 0,
    _ body: @escaping @Sendable (Operator, inout State, Value) throws -> Void
  ) {
    connectSerially(into: junction, role: role, number: number) { junction, value in
      try junction.withState { try body(junction, &$0, value) }
    }
  }
}
