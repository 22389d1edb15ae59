public import SignalTracing
public import TraceFormat

extension Signal {
  /// Calls `next` with the last result and each value, beginning with `initial`. Sends the final result when
  /// the source completes.
  ///
  ///     source     1-2---3-|
  ///     reduce(+)  --------(6|)     (initial 0)
  ///
  /// Sends `initial` if there were no values; an error is sent on without the result. A throw becomes the
  /// signal's error. As `RACSignal -aggregateWithStart:reduce:`.
  @inlinable @inline(__always)
  public func reduce<Result: Sendable>(
    _ initial: Result, file: StaticString = #fileID, line: UInt32 = #line,
    _ next: @escaping @Sendable (Result, Value) throws -> Result
  ) -> Signal<Result> {
    lift(CallSite("reduce", file, line, .ends), state: initial) { result, value, _ in
      result = try next(result, value)
    } completion: { result, output in
      output.next(result)
    }
  }

  /// As `reduce(_:_:)`. Every subscription makes its own result, and `next` changes it in place.
  ///
  ///     source         1-2---3-|
  ///     reduce(into:)  --------(6|)     (into 0, +=)
  ///
  /// An error is sent on without the result. A throw becomes the signal's error. As
  /// `RACSignal -aggregateWithStartFactory:reduce:`.
  @inlinable @inline(__always)
  public func reduce<Result: Sendable>(
    into initial: @escaping @autoclosure @Sendable () -> Result, file: StaticString = #fileID,
    line: UInt32 = #line,
    _ update: @escaping @Sendable (inout Result, Value) throws -> Void
  ) -> Signal<Result> {
    lift(CallSite("reduce", file, line, .ends), state: initial()) { result, value, _ in
      try update(&result, value)
    } completion: { result, output in
      output.next(result)
    }
  }
}
