public import SignalTracing

extension Signal {
  /// As `scan(_:_:)`, but `next` changes the result in place. The result is sent after each value.
  ///
  ///     source       1-2---3-|
  ///     scan(into:)  1-3---6-|     (into 0, +=)
  ///
  /// Ends as the source does. A throw becomes the signal's error. As Rx `scan(into:)`.
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

  /// As `scan(_:_:)`, with the number of the value, from 0.
  ///
  ///     source       1-2---3-|
  ///     scanIndexed  0-2---8-|     (initial 0, adds the value times its number)
  ///
  /// Ends as the source does. A throw becomes the signal's error. As
  /// `RACStream -scanWithStart:reduceWithIndex:`.
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

  /// Calls `next` with a state and each value, and sends each result. `next` may change the state, which the
  /// next value gets.
  ///
  ///     source   1-2---3-|
  ///     scanMap  f-f---t-|     (whether the sum so far is even)
  ///
  /// Ends as the source does. A throw becomes the signal's error. As ReactiveSwift `scanMap`.
  @inlinable @inline(__always)
  public func scanMap<State: Sendable, Result: Sendable>(
    _ initial: State, file: StaticString = #fileID, line: UInt32 = #line,
    _ next: @escaping @Sendable (inout State, Value) throws -> Result
  ) -> Signal<Result> {
    lift(CallSite("scanMap", file, line), state: initial) { state, value, output in
      output.next(try next(&state, value))
    }
  }
}
