public import SignalTracing
public import TraceFormat

extension Signal {
  /// Subscribes to the signal that `transform` returns for each value, once the signal before has completed.
  /// Sends the values of all these signals.
  ///
  ///     source     a---b------|
  ///     a          -1----2-|
  ///     b                  -3--|
  ///     concatMap  -1----2--3--|
  ///
  /// `transform` is called when the value's turn comes. Completes when the source and the last inner signal
  /// have completed; an error of any of them is an error at once, and so is a throw of `transform`. As Rx
  /// `concatMap`.
  @inlinable
  public func concatMap<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Signal<Result>
  ) -> Signal<Result> {
    queueing(CallSite("concatMap", file, line, [.flattens, .buffers]), 1, transform)
  }
}
