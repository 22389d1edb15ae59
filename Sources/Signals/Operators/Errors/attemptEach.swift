public import SignalTracing

extension Signal {
  /// Sends each value for which `check` does not throw; a throw becomes the signal's error.
  ///
  ///     source   1-2---3-|
  ///     attempt  1-2---#     (throws at 3)
  ///
  /// Ends as the source does if nothing is thrown. As `RACSignal -try:`.
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
}
