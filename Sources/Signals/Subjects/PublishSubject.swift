public import SignalTracing
import TraceFormat

/// A subject that passes each event on to its subscribers of that moment, and keeps no value.
///
///     sent     1-2-3-|
///     early    1-2-3-|
///     late       ^-3-|
///
/// As `RACSubject` and Rx `PublishSubject`.
public final class PublishSubject<Value: Sendable>: Subject<Value>, @unchecked Sendable {
  /// A subject that has no subscribers yet, and has not ended.
  public init(file: StaticString = #fileID, line: UInt32 = #line) {
    super.init(CallSite("PublishSubject", file, line, [.source, .hot]), rows: ValueRows())
  }

  /// A subject that stands for an operator.
  @inlinable init(_ site: CallSite) { super.init(site, rows: ValueRows()) }

  @inlinable @inline(__always)
  public override func next(_ value: Value) {
    let entry = rows.owner.enterAgain()
    guard entry == .inside else { return rows.send(value, entry) }
    rows.deliver(value)
    if !rows.owner.leaveAgain() { rows.drain() }
  }
}
