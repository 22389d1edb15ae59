public import SignalTracing
public import TraceFormat

extension Signal {
  /// Subscribes to the signal that `transform` returns for each value, and disposes the subscription to the
  /// signal before. Sends the values of the newest signal.
  ///
  ///     source         a----b------|
  ///     a              -1-2-3-4-5-|
  ///     b                   -6---7--|
  ///     flatMapLatest  -1-2--6---7--|
  ///
  /// Completes when the source and the newest inner signal have completed; an error of either is an error at
  /// once, and so is a throw of `transform`. As Rx `flatMapLatest`.
  @inlinable
  public func flatMapLatest<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Signal<Result>
  ) -> Signal<Result> {
    switching(CallSite("flatMapLatest", file, line, .flattens), transform)
  }
}
