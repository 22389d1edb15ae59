extension Infallible {
  /// Sends the result of `transform` for each value, unless it is nil; see `Signal.compactMap`.
  ///
  ///     source      "1"-"x"-"3"-|
  ///     compactMap  1-------3---|     (Int.init)
  ///
  /// Completes with the source. The closure may not throw. As Rx `compactMap`.
  public func compactMap<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) -> Result?
  ) -> Infallible<Result> {
    Infallible<Result>(unchecked: signal.compactMap(file: file, line: line, transform))
  }

  /// Sends the values of the infallible that `transform` returns for the newest value; see
  /// `Signal.flatMapLatest`.
  ///
  ///     source         a---b-----|
  ///     a              -1----2-|
  ///     b                  -3-|
  ///     flatMapLatest  -1---3----|
  ///
  /// The subscription to the infallible before is disposed. Completes when the source and the newest
  /// infallible have completed. The closure may not throw. As Rx `flatMapLatest`.
  public func flatMapLatest<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) -> Infallible<Result>
  ) -> Infallible<Result> {
    Infallible<Result>(unchecked: signal.flatMapLatest(file: file, line: line) { transform($0).signal })
  }

  /// Sends the values of the infallibles that `transform` returns, one infallible after the other; see
  /// `Signal.concatMap`.
  ///
  ///     source     a---b------|
  ///     a          -1----2-|
  ///     b                  -3--|
  ///     concatMap  -1----2--3--|
  ///
  /// Completes when the source and the last infallible have completed. The closure may not throw. As Rx
  /// `concatMap`.
  public func concatMap<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) -> Infallible<Result>
  ) -> Infallible<Result> {
    Infallible<Result>(unchecked: signal.concatMap(file: file, line: line) { transform($0).signal })
  }

  /// Calls `combine` with the last result and each value, and sends each result; see `Signal.scan`.
  ///
  ///     source   1-2---3-|
  ///     scan(0)  1-3---6-|     (+)
  ///
  /// Completes with the source. The closure may not throw. As Rx `scan`.
  public func scan<Result: Sendable>(
    _ initial: Result, file: StaticString = #fileID, line: UInt32 = #line,
    _ combine: @escaping @Sendable (Result, Value) -> Result
  ) -> Infallible<Result> {
    Infallible<Result>(unchecked: signal.scan(initial, file: file, line: line, combine))
  }

  /// Sends `value` before the values of the source; see `Signal.startWith`.
  ///
  ///     source        -1--2-|
  ///     startWith(0)  01--2-|
  ///
  /// Completes with the source. As Rx `startWith`.
  public func startWith(
    _ value: Value, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Infallible<Value> {
    Infallible(unchecked: signal.startWith(value, file: file, line: line))
  }
}

extension Infallible where Value: Equatable {
  /// Leaves out a value that equals the value before it; see `Signal.distinctUntilChanged`.
  ///
  ///     source                1-1-2-|
  ///     distinctUntilChanged  1---2-|
  ///
  /// Completes with the source. As Rx `distinctUntilChanged`.
  public func distinctUntilChanged(
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Infallible<Value> {
    Infallible(unchecked: signal.distinctUntilChanged(file: file, line: line))
  }
}
