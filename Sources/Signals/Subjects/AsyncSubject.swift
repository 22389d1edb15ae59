import SignalTracing
import TraceFormat

/// A subject that sends its last value when it completes, to its subscribers of that moment and to later
/// ones.
///
///     sent   1--2--3-|
///     early  --------(3|)
///     after           ^(3|)
///
/// Without a value it completes alone, and an error is sent alone. As Rx `AsyncSubject`.
public final class AsyncSubject<Value: Sendable>: Subject<Value>, @unchecked Sendable {
  /// A subject that has no value yet, and has not ended.
  public init(file: StaticString = #fileID, line: UInt32 = #line) {
    super.init(CallSite("AsyncSubject", file, line, [.source, .hot]), rows: LastRows())
  }
}

private final class LastRows<Value: Sendable>: ValueRows<Value>, @unchecked Sendable {
  // Guarded by the owner word.
  private var last: Value?

  override func accept(_ value: Value) {
    if ending == nil { last = value } else { wentUnheard() }
  }

  override var holdsNewest: Bool { true }

  override func willEnd(_ ending: Ending) {
    if case .completed = ending, let last { deliver(last) }
  }

  override func greet(_ subscriber: Subscriber<Value>) {
    if case .completed = ending, let last { subscriber.next(last) }
  }
}
