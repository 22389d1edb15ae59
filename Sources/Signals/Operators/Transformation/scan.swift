public import SignalTracing

extension Signal {
  /// Calls `next` with the last result and each value, and sends each result. It begins with `initial` as the
  /// last result, which is not sent.
  ///
  ///     source    1-2---3-|
  ///     scan(+)   1-3---6-|     (initial 0)
  ///
  /// Ends as the source does. A throw becomes the signal's error. As `RACStream -scanWithStart:reduce:`.
  @inlinable @inline(__always)
  public func scan<Result: Sendable>(
    _ initial: Result, file: StaticString = #fileID, line: UInt32 = #line,
    _ next: @escaping @Sendable (Result, Value) throws -> Result
  ) -> Signal<Result> {
    lift(CallSite("scan", file, line), state: initial) { result, value, output in
      result = try next(result, value)
      output.next(result)
    }
  }
}
