import DequeModule
import SignalTracing

/// A signal that is sent to by hand: what it is sent goes to whoever is subscribed at that moment.
///
/// May be sent to from any thread and from within its own delivery: events are delivered one at a time and in one order
/// to all subscribers; what finds another being delivered is delivered next. A subscriber that comes after the end gets
/// the terminal event. As `RACSubject` and Rx `PublishSubject`.
public final class PublishSubject<Value: Sendable>: Signal<Value>, @unchecked Sendable {
  @usableFromInline let rows = ValueRows<Value>()

  public init(file: StaticString = #fileID, line: UInt32 = #line) {
    super.init(CallSite("PublishSubject", file, line)) { subject, gate in
      unsafeDowncast(subject, to: PublishSubject<Value>.self).rows.add(gate)
    }
  }

  /// Sends a value. Ignored after the end.
  @inlinable
  public func next(_ value: Value) {
    if rows.owner.enter() {
      rows.deliver(value)
      if !rows.owner.leave() { rows.drain() }
    } else {
      rows.send(value)
    }
  }

  /// Fails: every subscriber gets the error, and those who come later. Ignored after the end.
  public func error(_ error: any Error) { rows.end(.failed(error)) }

  /// Completes: every subscriber is told, and those who come later. Ignored after the end.
  public func completed() { rows.end(.completed) }
}

/// A subject's rows that know the type of its values.
@usableFromInline
final class ValueRows<Value: Sendable>: SubjectRows, @unchecked Sendable {
  // Guarded by the owner word's lock.
  private var waiting: Deque<Value> = []

  override init() {}

  /// Sends a value to every row. This thread is inside.
  @inlinable @inline(__always)
  func deliver(_ value: Value) {
    let rows = rows
    for row in 0..<count {
      let bits = rows[row]
      if bits != 0 {
        Unmanaged<Gate>.fromOpaque(UnsafeRawPointer(bitPattern: bits).unsafelyUnwrapped)
          ._withUnsafeGuaranteedRef { unsafeDowncast($0, to: Subscriber<Value>.self).next(value) }
      }
    }
  }

  /// Sends a value that has found another being delivered.
  @inline(never)
  @usableFromInline func send(_ value: Value) {
    if enterPatiently() {
      deliver(value)
      if !owner.leave() { drain() }
    } else {
      postponeValue { waiting.append(value) }
    }
  }

  override func deliverQueued() { deliver(nextWaiting()) }
  override func dropQueued() { _ = nextWaiting() }

  private func nextWaiting() -> Value { owner.withLock { waiting.removeFirst() } }
}
