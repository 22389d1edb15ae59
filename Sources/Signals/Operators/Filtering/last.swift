public import SignalTracing
public import TraceFormat

extension Signal {
  /// When the source completes, sends the last value for which `isWanted` is true, if there is one.
  ///
  ///     source        1-2---3-|
  ///     last(where:)  --------(3|)     (odd)
  ///
  /// An error is sent on without a value; a throw becomes the signal's error. As Combine `last(where:)`.
  @inlinable @inline(__always)
  public func last(
    file: StaticString = #fileID, line: UInt32 = #line,
    @Condition where isWanted: @escaping @Sendable (Value) throws -> Bool = { _ in true }
  ) -> Signal<Value> {
    lift(CallSite("last(where:)", file, line, .ends), state: Value?.none) { last, value, _ in
      if try isWanted(value) { last = value }
    } completion: { last, output in
      if let last { output.next(last) }
    }
  }
}
