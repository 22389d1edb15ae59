public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends the first `count` values and completes right after the last of them.
  ///
  ///     source   1-2---3-|
  ///     take(2)  1-(2|)
  ///
  /// Completes earlier if the source does. With 0 it completes at once and the source is not subscribed to; a
  /// negative count is 0. As `RACStream -take:`.
  @inlinable
  public func take(_ count: Int, file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    guard count > 0 else {
      return Signal<Value>(CallSite("take", file, line, [.source, .ends])) { _, gate in gate.completed() }
    }
    return lift(CallSite("take", file, line, .stops), state: count) { rest, value, output in
      rest -= 1
      let isLast = rest == 0
      output.next(value)
      if isLast && output.isOpen { output.completed() }
    }
  }

  /// Sends values as long as `isWanted` is true, and completes at the first value for which it is false.
  ///
  ///     source        1-2---3-1-|
  ///     take(while:)  1-2---|         (less than 3)
  ///
  /// - Parameters:
  ///   - inclusive: whether that first unwanted value is sent as well.
  ///   - isWanted: whether a value is sent and the signal goes on. A throw of it is an error of the signal.
  ///
  /// As `RACStream -takeWhileBlock:` and Rx `take(while:behavior:)`.
  @inlinable
  public func take(
    inclusive: Bool = false, file: StaticString = #fileID, line: UInt32 = #line,
    @Condition while isWanted: @escaping @Sendable (Value) throws -> Bool
  ) -> Signal<Value> {
    lift(CallSite("take(while:)", file, line, .stops)) { value, output in
      let goesOn = try isWanted(value)
      if goesOn || inclusive { output.next(value) }
      if !goesOn && output.isOpen { output.completed() }
    }
  }

  /// Sends values until `isUnwanted` is true for a value, and completes then.
  ///
  ///     source        1-2---3-1-|
  ///     take(until:)  1-2---|         (3)
  ///
  /// - Parameters:
  ///   - inclusive: whether that value is sent as well.
  ///   - isUnwanted: whether a value ends the signal. A throw of it is an error of the signal.
  ///
  /// As `RACStream -takeUntilBlock:` and Rx `take(until:behavior:)`.
  @inlinable
  public func take(
    inclusive: Bool = false, file: StaticString = #fileID, line: UInt32 = #line,
    @Condition until isUnwanted: @escaping @Sendable (Value) throws -> Bool
  ) -> Signal<Value> {
    lift(CallSite("take(until:)", file, line, .stops)) { value, output in
      let stops = try isUnwanted(value)
      if !stops || inclusive { output.next(value) }
      if stops && output.isOpen { output.completed() }
    }
  }
}
