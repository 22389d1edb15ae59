public import SignalTracing

extension Signal {
  /// As `scan(_:_:)`, with a result that is changed in place: each value is sent the result after it.
  ///
  /// As Rx `scan(into:)`.
  @inlinable @inline(__always)
  public func scan<Result: Sendable>(
    into initial: Result, file: StaticString = #fileID, line: UInt32 = #line,
    _ update: @escaping @Sendable (inout Result, Value) throws -> Void
  ) -> Signal<Result> {
    lift(CallSite("scan", file, line), state: initial) { result, value, output in
      try update(&result, value)
      output.next(result)
    }
  }

  /// As `scan(_:_:)`, with the number of the value, from 0. As `RACStream -scanWithStart:reduceWithIndex:`.
  @inlinable @inline(__always)
  public func scanIndexed<Result: Sendable>(
    _ initial: Result, file: StaticString = #fileID, line: UInt32 = #line,
    _ next: @escaping @Sendable (Result, Value, Int) throws -> Result
  ) -> Signal<Result> {
    lift(CallSite("scanIndexed", file, line), state: (result: initial, index: 0)) { state, value, output in
      state.result = try next(state.result, value, state.index)
      state.index += 1
      output.next(state.result)
    }
  }

  /// Sends what `next` makes of its state and each value, and keeps the state that it leaves.
  ///
  /// As ReactiveSwift `scanMap`.
  @inlinable @inline(__always)
  public func scanMap<State: Sendable, Result: Sendable>(
    _ initial: State, file: StaticString = #fileID, line: UInt32 = #line,
    _ next: @escaping @Sendable (inout State, Value) throws -> Result
  ) -> Signal<Result> {
    lift(CallSite("scanMap", file, line), state: initial) { state, value, output in
      output.next(try next(&state, value))
    }
  }

  /// Sends what `combine` makes of each value and the one before it, beginning with `initial` as the one before.
  ///
  ///     source           1-2---4-|
  ///     combinePrevious  1-1---2-|     (initial 0, difference)
  ///
  /// A throw becomes the signal's error. As `RACStream -combinePreviousWithStart:reduce:`.
  @inlinable @inline(__always)
  public func combinePrevious<Result: Sendable>(
    _ initial: Value, file: StaticString = #fileID, line: UInt32 = #line,
    _ combine: @escaping @Sendable (Value, Value) throws -> Result
  ) -> Signal<Result> {
    lift(CallSite("combinePrevious", file, line), state: initial) { previous, value, output in
      let result = try combine(previous, value)
      previous = value
      output.next(result)
    }
  }

  /// Sends each value together with the one before it, beginning with the second value.
  ///
  ///     source           1-2---4-|
  ///     combinePrevious  --12--24|
  ///
  /// As ReactiveSwift `combinePrevious()`.
  @inlinable @inline(__always)
  public func combinePrevious(
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<(Value, Value)> {
    lift(CallSite("combinePrevious", file, line), state: Value?.none) { previous, value, output in
      let pair = previous.map { ($0, value) }
      previous = value
      if let pair { output.next(pair) }
    }
  }

  /// Sends each value with its number, from 0. As Rx `enumerated`.
  @inlinable @inline(__always)
  public func enumerated(
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<(index: Int, element: Value)> {
    lift(CallSite("enumerated", file, line), state: 0) { count, value, output in
      let index = count
      count += 1
      output.next((index, value))
    }
  }
}
