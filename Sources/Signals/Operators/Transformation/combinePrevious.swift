public import SignalTracing

extension Signal {
  /// Sends the result of `combine` for the previous value and each value. `initial` counts as the value
  /// before the first.
  ///
  ///     source           1-2---4-|
  ///     combinePrevious  1-1---2-|     (initial 0, difference)
  ///
  /// Ends as the source does. A throw becomes the signal's error. As
  /// `RACStream -combinePreviousWithStart:reduce:`.
  @inlinable @inline(__always)
  public func combinePrevious<Result: Sendable>(
    _ initial: Value, file: StaticString = #fileID, line: UInt32 = #line,
    _ combine: @escaping @Sendable (Value, Value) throws -> Result
  ) -> Signal<Result> {
    lift(CallSite("combinePrevious", file, line), state: initial) { previous, value, output in
      let result = try combine(previous, value)
      previous = value
      output.next(result)
    }
  }

  /// Sends each value together with the previous value, beginning with the second value.
  ///
  ///     source           1-2---4-|
  ///     combinePrevious  --12--24|
  ///
  /// Ends as the source does. `pairwise()` is another name for it. As ReactiveSwift `combinePrevious()`.
  @inlinable @inline(__always)
  public func combinePrevious(
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<(Value, Value)> {
    lift(CallSite("combinePrevious", file, line), state: Value?.none) { previous, value, output in
      let pair = previous.map { ($0, value) }
      previous = value
      if let pair { output.next(pair) }
    }
  }
}
