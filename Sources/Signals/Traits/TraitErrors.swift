extension Single {
  /// Subscribes to the source again after an error, at most `count` times; see `Signal.retry(_:)`.
  ///
  ///     first     --#
  ///     second      --(1|)
  ///     retry(1)  ----(1|)
  ///
  /// Fails with the last error. A negative count is 0. As `RACSignal -retry:`; Rx counts the first attempt as
  /// well.
  public func retry(
    _ count: Int, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Single<Value> {
    Single(unchecked: signal.retry(count, file: file, line: line))
  }
}

extension Maybe {
  /// Continues with the maybe that `handler` returns for an error.
  ///
  ///     source   --#
  ///     handled    --(2|)
  ///     catch    ----(2|)
  ///
  /// An error of the returned one is the error, and so is a throw of `handler`. As Rx `catch`.
  public func `catch`(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (any Error) throws -> Maybe<Value>
  ) -> Maybe<Value> {
    Maybe(unchecked: signal.catch(file: file, line: line) { try handler($0).signal })
  }

  /// Sends `value` instead of an error.
  ///
  ///     source             --#
  ///     catchAndReturn(0)  --(0|)
  ///
  /// Completes without a value if the source does. As Rx `catchAndReturn`.
  public func catchAndReturn(
    _ value: Value, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Maybe<Value> {
    Maybe(unchecked: signal.catchAndReturn(value, file: file, line: line))
  }

  /// Subscribes to the source again after an error, at most `count` times; see `Signal.retry(_:)`.
  ///
  ///     first     --#
  ///     second      --(1|)
  ///     retry(1)  ----(1|)
  ///
  /// Fails with the last error. A negative count is 0. As `RACSignal -retry:`; Rx counts the first attempt as
  /// well.
  public func retry(
    _ count: Int, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Maybe<Value> {
    Maybe(unchecked: signal.retry(count, file: file, line: line))
  }
}

extension Completable {
  /// Continues with the completable that `handler` returns for an error.
  ///
  ///     source   --#
  ///     handled    --|
  ///     catch    ----|
  ///
  /// An error of the returned one is the error, and so is a throw of `handler`. As Rx `catch`.
  public func `catch`(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (any Error) throws -> Completable
  ) -> Completable {
    Completable(unchecked: signal.catch(file: file, line: line) { try handler($0).signal })
  }

  /// Completes instead of failing.
  ///
  ///     source         --#
  ///     ignoreFailure  --|
  ///
  /// As Rx `catch` with `Completable.empty`, formerly `catchErrorJustComplete`.
  public func ignoreFailure(file: StaticString = #fileID, line: UInt32 = #line) -> Completable {
    Completable(unchecked: signal.ignoreFailure(file: file, line: line))
  }

  /// Subscribes to the source again after an error, at most `count` times; see `Signal.retry(_:)`.
  ///
  ///     first     --#
  ///     second      --|
  ///     retry(1)  ----|
  ///
  /// Fails with the last error. A negative count is 0. As `RACSignal -retry:`; Rx counts the first attempt as
  /// well.
  public func retry(
    _ count: Int, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Completable {
    Completable(unchecked: signal.retry(count, file: file, line: line))
  }
}
