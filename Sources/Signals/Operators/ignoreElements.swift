public import SignalTracing

extension Signal {
  /// Sends no values, only the end. As `RACSignal -ignoreValues` and Rx `ignoreElements`.
  @inlinable @inline(__always)
  public func ignoreElements(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    lift(CallSite("ignoreElements", file, line)) { _, _ in }
  }

  /// Sends no values, only the end, as a signal of values of another type.
  @inlinable @inline(__always)
  public func ignoreElements<Result: Sendable>(
    as type: Result.Type, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> {
    lift(CallSite("ignoreElements", file, line)) { _, _ in }
  }
}
