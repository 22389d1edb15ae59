import DequeModule
import SignalTracing

/// A subject that keeps the newest values, and sends them first to whoever subscribes.
///
///     sent     1--2--3----|
///     late         ^(23)--|      (capacity 2; subscribed before 3, it gets 12 first)
///     after               ^(23|)
///
/// Kept and new values are in one order for every subscriber, also when others send meanwhile. The values are kept after
/// the end, and sent before the terminal event. As `RACReplaySubject` and Rx `ReplaySubject`.
public final class ReplaySubject<Value: Sendable>: Subject<Value>, @unchecked Sendable {
  /// - Parameter capacity: how many values are kept: all by default; with 0 only the terminal event is. A negative
  ///   capacity is 0.
  public convenience init(capacity: Int = .max, file: StaticString = #fileID, line: UInt32 = #line) {
    self.init(CallSite("ReplaySubject", file, line), capacity: capacity)
  }

  /// A subject that stands for an operator.
  init(_ site: CallSite, capacity: Int) {
    super.init(site, rows: ReplayRows(capacity: Swift.max(0, capacity)))
  }
}

private final class ReplayRows<Value: Sendable>: ValueRows<Value>, @unchecked Sendable {
  // Guarded by the owner word.
  private var last: LastValues<Value>

  init(capacity: Int) {
    last = LastValues(limit: capacity)
    super.init()
  }

  override func accept(_ value: Value) {
    guard ending == nil else { return }
    let oldest = last.append(value)
    deliver(value)
    _ = oldest
  }

  override func willAdd(_ gate: Gate) {
    let gate = unsafeDowncast(gate, to: Subscriber<Value>.self)
    for value in last.values {
      guard gate.isOpen else { return }
      gate.next(value)
    }
  }
}
