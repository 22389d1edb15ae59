public import SignalTracing

/// Calls `reduce` with the newest values of all signals whenever `combineLatest(_:)` would send them, and
/// sends the result.
///
///     a                 1------2----|
///     b                 ---3------4---|
///     combineLatest(+)  ---4---5--6---|
///
/// Ends as `combineLatest(_:)` does; a throw of `reduce` is the error. As `RACSignal +combineLatest:reduce:`.
@inlinable
public func combineLatest<each Value: Sendable, Result: Sendable>(
  _ signals: repeat Signal<each Value>, file: StaticString = #fileID, line: UInt32 = #line,
  reduce: @escaping @Sendable (repeat each Value) throws -> Result
) -> Signal<Result> {
  combineLatest(repeat each signals, file: file, line: line)
    .lift(CallSite("combineLatest", file, line)) { values, output in
      output.next(try reduce(repeat each values))
    }
}

/// Calls `reduce` with each set of values that `zip(_:)` would send, and sends the result.
///
///     a       1---2------3--|
///     b       --3-----4--|
///     zip(+)  --4-----6--|
///
/// Ends as `zip(_:)` does; a throw of `reduce` is the error. As `RACStream +zip:reduce:`.
@inlinable
public func zip<each Value: Sendable, Result: Sendable>(
  _ signals: repeat Signal<each Value>, file: StaticString = #fileID, line: UInt32 = #line,
  reduce: @escaping @Sendable (repeat each Value) throws -> Result
) -> Signal<Result> {
  zip(repeat each signals, file: file, line: line)
    .lift(CallSite("zip", file, line)) { values, output in
      output.next(try reduce(repeat each values))
    }
}

extension Signal {
  /// Each value is a function and an argument. Sends the result of the function for the argument.
  ///
  ///     source       A---B---|     (A = (double, 1), B = (double, 2))
  ///     reduceApply  2---4---|
  ///
  /// Ends as the source does; a throw of the function is the error. As `RACSignal -reduceApply`.
  @inlinable @inline(__always)
  public func reduceApply<Argument: Sendable, Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> where Value == (@Sendable (Argument) throws -> Result, Argument) {
    lift(CallSite("reduceApply", file, line)) { value, output in output.next(try value.0(value.1)) }
  }
}
