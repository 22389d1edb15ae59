public import SignalTracing

extension Signal {
  /// Sends each value for which `check` does not throw; a throw becomes the signal's error.
  ///
  ///     source   1-2---3-|
  ///     attempt  1-2---#     (throws at 3)
  ///
  /// Ends as the source does, if that comes first. As `RACSignal -try:`.
  @inlinable @inline(__always)
  public func attempt(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ check: @escaping @Sendable (Value) throws -> Void
  ) -> Signal<Value> {
    lift(CallSite("attempt", file, line)) { value, output in
      try check(value)
      output.next(value)
    }
  }

  /// `map(_:)`, whose closure may throw as well. For those who look for it.
  ///
  ///     source  1-2---3-|
  ///     tryMap  2-4---#     (doubles, throws at 3)
  ///
  /// Ends as the source does. As `RACSignal -tryMap:`.
  @inlinable @inline(__always)
  public func tryMap<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Result
  ) -> Signal<Result> {
    lift(CallSite("tryMap", file, line)) { value, output in output.next(try transform(value)) }
  }
}
