public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends the least value when the source completes, the first of equals; nothing without values.
  ///
  ///     source      2-1---3-|
  ///     min(by: <)  --------(1|)
  ///
  /// An error is sent on without it; a throw becomes the signal's error. As Combine `min(by:)`.
  @inlinable @inline(__always)
  public func min(
    file: StaticString = #fileID, line: UInt32 = #line,
    @Condition by isLess: @escaping @Sendable (Value, Value) throws -> Bool
  ) -> Signal<Value> {
    keeping(CallSite("min", file, line, .ends)) { kept, new in try isLess(new, kept) }
  }

  /// Sends the greatest value when the source completes, the last of equals; nothing without values.
  ///
  ///     source      2-3---1-|
  ///     max(by: <)  --------(3|)
  ///
  /// An error is sent on without it; a throw becomes the signal's error. As Combine `max(by:)`.
  @inlinable @inline(__always)
  public func max(
    file: StaticString = #fileID, line: UInt32 = #line,
    @Condition by isLess: @escaping @Sendable (Value, Value) throws -> Bool
  ) -> Signal<Value> {
    keeping(CallSite("max", file, line, .ends)) { kept, new in try !isLess(new, kept) }
  }

  @inlinable @inline(__always)
  func keeping(
    _ site: CallSite, _ replaces: @escaping @Sendable (Value, Value) throws -> Bool
  ) -> Signal<Value> {
    lift(site, state: Value?.none) { kept, value, _ in
      if let old = kept, try !replaces(old, value) { return }
      kept = value
    } completion: { kept, output in
      if let kept { output.next(kept) }
    }
  }
}

extension Signal where Value: Comparable {
  /// Sends the least value when the source completes, the first of equals; nothing without values.
  ///
  ///     source  2-1---3-|
  ///     min     --------(1|)
  ///
  /// An error is sent on without it. As Combine `min()`.
  @inlinable @inline(__always)
  public func min(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    keeping(CallSite("min", file, line, .ends)) { kept, new in new < kept }
  }

  /// Sends the greatest value when the source completes, the last of equals; nothing without values.
  ///
  ///     source  2-3---1-|
  ///     max     --------(3|)
  ///
  /// An error is sent on without it. As Combine `max()`.
  @inlinable @inline(__always)
  public func max(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    keeping(CallSite("max", file, line, .ends)) { kept, new in new >= kept }
  }
}
