public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends the first value for which `isWanted` is true, and completes; without such a value it completes
  /// with the source. Without a condition, `first()`, it sends the first value.
  ///
  ///     source         1-2---3-|
  ///     first(where:)  --(2|)       (even)
  ///
  /// An error before that value is sent on; a throw becomes the signal's error. As Combine `first(where:)`.
  @inlinable @inline(__always)
  public func first(
    file: StaticString = #fileID, line: UInt32 = #line,
    @Condition where isWanted: @escaping @Sendable (Value) throws -> Bool = { _ in true }
  ) -> Signal<Value> {
    lift(CallSite("first(where:)", file, line, .stops), state: false) { isFound, value, output in
      guard !isFound, try isWanted(value) else { return }
      isFound = true
      output.next(value)
      if output.isOpen { output.completed() }
    }
  }

  /// Sends the first value, or nil if the source completes without a value; then completes.
  ///
  ///     source      --1-2-|
  ///     firstValue  --(1|)
  ///
  /// An error before the first value is sent on. As Rx `first()`.
  @inlinable @inline(__always)
  public func firstValue(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value?> {
    lift(CallSite("firstValue", file, line, .stops), state: false) { isFound, value, output in
      guard !isFound else { return }
      isFound = true
      output.next(value)
      if output.isOpen { output.completed() }
    } completion: { isFound, output in
      if !isFound { output.next(nil) }
    }
  }
}
