public import SignalTracing

extension Signal {
  /// Sends no values, only the end.
  ///
  ///     source          1-2---3-|
  ///     ignoreElements  --------|
  ///
  /// As `RACSignal -ignoreValues` and Rx `ignoreElements`.
  @inlinable @inline(__always)
  public func ignoreElements(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    lift(CallSite("ignoreElements", file, line)) { _, _ in }
  }

  /// Sends no values, only the end, as a signal of values of another type.
  ///
  ///     source          1-2---3-|
  ///     ignoreElements  --------|
  ///
  /// Ends as the source does. As Rx `ignoreElements`.
  @inlinable @inline(__always)
  public func ignoreElements<Result: Sendable>(
    as type: Result.Type, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> {
    lift(CallSite("ignoreElements", file, line)) { _, _ in }
  }
}
