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

  /// Sends what the infallible of the newest value sends; see `Signal.flatMapLatest`.
  ///
  ///     source         a---b-----|
  ///     a              -1----2-|
  ///     b                  -3-|
  ///     flatMapLatest  -1---3----|
  ///
  /// The one before is disposed. Completes when the source and the newest have completed. The closure may not
  /// throw. As Rx `flatMapLatest`.
  public func flatMapLatest<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) -> Infallible<Result>
  ) -> Infallible<Result> {
    Infallible<Result>(unchecked: signal.flatMapLatest(file: file, line: line) { transform($0).signal })
  }

  /// Sends what the infallibles of the values send, one after the other; see `Signal.concatMap`.
  ///
  ///     source     a---b------|
  ///     a          -1----2-|
  ///     b                  -3--|
  ///     concatMap  -1----2--3--|
  ///
  /// Completes when the source and the last have completed. The closure may not throw. As Rx `concatMap`.
  public func concatMap<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) -> Infallible<Result>
  ) -> Infallible<Result> {
    Infallible<Result>(unchecked: signal.concatMap(file: file, line: line) { transform($0).signal })
  }

  /// Sends the results of `combine`, which is called for what it returned last and each value; see
  /// `Signal.scan`.
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

  /// Sends `value` before what the source sends; see `Signal.startWith`.
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
  /// Leaves out values that equal the one before; see `Signal.distinctUntilChanged`.
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
