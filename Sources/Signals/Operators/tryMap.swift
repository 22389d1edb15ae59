public import SignalTracing

extension Signal {
  /// Sends each value for which `check` does not throw; a throw becomes the signal's error. As `RACSignal -try:`.
  @inlinable @inline(__always)
  public func attempt(
    _ check: @escaping @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    lift(CallSite("attempt", file, line)) { value, output in
      try check(value)
      output.next(value)
    }
  }

  /// `map(_:)`, whose closure may throw as well. For those who look for `RACSignal -tryMap:`.
  @inlinable @inline(__always)
  public func tryMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> Result,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> {
    lift(CallSite("tryMap", file, line)) { value, output in output.next(try transform(value)) }
  }
}
