public import SignalTracing

extension Signal {
  /// Leaves out the first `count` values.
  ///
  ///     source   1-2---3-|
  ///     skip(2)  ------3-|
  ///
  /// Ends as the source does. A negative count is 0. As `RACStream -skip:`.
  @inlinable
  public func skip(_ count: Int, file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    lift(CallSite("skip", file, line), state: count) { rest, value, output in
      if rest > 0 { rest -= 1 } else { output.next(value) }
    }
  }

  /// Leaves out values until `isUnwanted` is false for a value. Sends that value and all later values.
  ///
  ///     source        1-2---3-1-|
  ///     skip(while:)  ------3-1-|     (less than 3)
  ///
  /// Ends as the source does. A throw becomes the signal's error. As `RACStream -skipWhileBlock:`.
  @inlinable
  public func skip(
    file: StaticString = #fileID, line: UInt32 = #line,
    @Condition while isUnwanted: @escaping @Sendable (Value) throws -> Bool
  ) -> Signal<Value> {
    lift(CallSite("skip(while:)", file, line), state: true) { skips, value, output in
      if skips { skips = try isUnwanted(value) }
      if !skips { output.next(value) }
    }
  }

  /// Leaves out values until `isWanted` is true for a value. Sends that value and all later values.
  ///
  ///     source        1-2---3-1-|
  ///     skip(until:)  ------3-1-|     (3)
  ///
  /// Ends as the source does. A throw becomes the signal's error. As `RACStream -skipUntilBlock:`.
  @inlinable
  public func skip(
    file: StaticString = #fileID, line: UInt32 = #line,
    @Condition until isWanted: @escaping @Sendable (Value) throws -> Bool
  ) -> Signal<Value> {
    lift(CallSite("skip(until:)", file, line), state: true) { skips, value, output in
      if skips { skips = try !isWanted(value) }
      if !skips { output.next(value) }
    }
  }
}
