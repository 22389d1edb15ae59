public import SignalTracing
public import TraceFormat

extension Signal {
  /// Subscribes to the signal that `transform` returns for each value when the one before has completed.
  ///
  ///     source     a---b------|
  ///     a          -1----2-|
  ///     b                  -3--|
  ///     concatMap  -1----2--3--|
  ///
  /// `transform` is called when it is the value's turn. As Rx `concatMap`.
  @inlinable
  public func concatMap<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Signal<Result>
  ) -> Signal<Result> {
    queueing(CallSite("concatMap", file, line, [.flattens, .buffers]), 1, transform)
  }
}
