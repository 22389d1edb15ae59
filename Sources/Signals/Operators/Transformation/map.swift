public import SignalTracing

extension Signal {
  /// Sends the result of `transform` for each value.
  ///
  ///     source   1-2---3-|
  ///     map(x2)  2-4---6-|
  ///
  /// Ends as the source does. A throw becomes the signal's error. As `RACStream -map:` and Rx `map`.
  @inlinable @inline(__always)
  public func map<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Result
  ) -> Signal<Result> {
    lift(CallSite("map", file, line)) { value, output in output.next(try transform(value)) }
  }

  /// The same for an operator of another library of this package. A recording then shows that operator's
  /// name.
  package func map<Result: Sendable>(
    as site: CallSite, _ transform: @escaping @Sendable (Value) throws -> Result
  ) -> Signal<Result> {
    lift(site) { value, output in output.next(try transform(value)) }
  }
}
