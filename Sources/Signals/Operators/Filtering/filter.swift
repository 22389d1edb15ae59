public import SignalTracing

extension Signal {
  /// Sends the values for which `isIncluded` is true.
  ///
  ///     source   1-2---3-|
  ///     filter   1-----3-|     (odd)
  ///
  /// Ends as the source does. A throw becomes the signal's error. As `RACStream -filter:` and Rx `filter`.
  @inlinable @inline(__always)
  public func filter(
    file: StaticString = #fileID, line: UInt32 = #line,
    @Condition _ isIncluded: @escaping @Sendable (Value) throws -> Bool
  ) -> Signal<Value> {
    lift(CallSite("filter", file, line)) { value, output in
      if try isIncluded(value) { output.next(value) }
    }
  }
}
