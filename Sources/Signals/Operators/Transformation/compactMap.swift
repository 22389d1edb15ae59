public import SignalTracing

extension Signal {
  /// Sends the result of `transform` for each value, unless it is nil.
  ///
  ///     source      "1"-"x"-"3"-|
  ///     compactMap  1-------3---|     (Int.init)
  ///
  /// Ends as the source does. A throw becomes the signal's error. As Rx `compactMap`.
  @inlinable @inline(__always)
  public func compactMap<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Result?
  ) -> Signal<Result> {
    lift(CallSite("compactMap", file, line)) { value, output in
      if let result = try transform(value) { output.next(result) }
    }
  }

  /// Leaves out nil.
  ///
  ///     source   1-nil-3-|
  ///     skipNil  1-----3-|
  ///
  /// Ends as the source does. As ReactiveSwift `skipNil` and `RACStream -ignore:` of nil.
  @inlinable @inline(__always)
  public func skipNil<Wrapped: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Wrapped> where Value == Wrapped? {
    lift(CallSite("skipNil", file, line)) { value, output in
      if let value { output.next(value) }
    }
  }
}
