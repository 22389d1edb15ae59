import SignalTracing
import TraceFormat

/// A subject with a value at any time: a new subscriber gets that first.
///
///     sent   -----1----2--3--|     (initial 0)
///     early  0----1----2--3--|
///     late          ^1-2--3--|
///     after                   ^|
///
/// After the end a subscriber gets the terminal event alone. As `RACBehaviorSubject` and Rx
/// `BehaviorSubject`.
public final class BehaviorSubject<Value: Sendable>: Subject<Value>, @unchecked Sendable {
  private let current: CurrentRows<Value>

  /// A subject whose value is `initial` until it is sent another.
  public init(_ initial: Value, file: StaticString = #fileID, line: UInt32 = #line) {
    current = CurrentRows(initial)
    super.init(CallSite("BehaviorSubject", file, line, [.source, .hot]), rows: current)
  }

  /// The value whose delivery was begun last; after the end the last one. Any thread.
  public var value: Value { current.value.withLock { $0 } }
}

private final class CurrentRows<Value: Sendable>: ValueRows<Value>, @unchecked Sendable {
  let value: Mutex<Value>

  init(_ initial: Value) {
    value = Mutex(initial)
    super.init()
  }

  override func accept(_ new: Value) {
    guard ending == nil else { return wentUnheard() }
    // The old value goes out of memory after the lock.
    let old = value.withLock { exchange(&$0, with: new) }
    deliver(new)
    _ = old
  }

  override var holdsNewest: Bool { true }

  override func greet(_ subscriber: Subscriber<Value>) {
    if ending == nil { subscriber.next(value.withLock { $0 }) }
  }
}
