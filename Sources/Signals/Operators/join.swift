public import SignalTracing

/// What `reduce` makes of the newest values of all signals; see `combineLatest(_:)`. As `RACSignal +combineLatest:reduce:`.
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

/// What `reduce` makes of values that belong together; see `zip(_:)`. As `RACStream +zip:reduce:`.
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
  /// Applies a function to the arguments that come with it. As `RACSignal -reduceApply`.
  @inlinable @inline(__always)
  public func reduceApply<Argument: Sendable, Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> where Value == (@Sendable (Argument) throws -> Result, Argument) {
    lift(CallSite("reduceApply", file, line)) { value, output in output.next(try value.0(value.1)) }
  }
}
