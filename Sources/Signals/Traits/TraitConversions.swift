extension Single {
  /// This single as a maybe, which sends the value.
  ///
  ///     source   --(1|)
  ///     asMaybe  --(1|)
  ///
  /// Ends as this single does. As Rx `asMaybe`.
  public func asMaybe() -> Maybe<Value> { Maybe(unchecked: signal) }

  /// A completable that ends as this does, without the value.
  ///
  ///     source         --(1|)
  ///     asCompletable  --|
  ///
  /// Fails as the source does. As Rx `asCompletable`.
  public func asCompletable(file: StaticString = #fileID, line: UInt32 = #line) -> Completable {
    Completable(signal, file: file, line: line)
  }

  /// Sends the value if `isIncluded` is true for it, else completes without a value.
  ///
  ///     source  --(1|)
  ///     filter  --|     (even)
  ///
  /// Fails as the source does. A throw is the error. As Rx `filter`.
  public func filter(
    file: StaticString = #fileID, line: UInt32 = #line,
    @Condition _ isIncluded: @escaping @Sendable (Value) throws -> Bool
  ) -> Maybe<Value> {
    Maybe(unchecked: signal.filter(file: file, line: line, isIncluded))
  }

  /// Sends the result of `transform` for the value; completes without a value if the result is nil.
  ///
  ///     source      --("x"|)
  ///     compactMap  --|     (Int.init)
  ///
  /// Fails as the source does. A throw is the error. As Rx `compactMap`.
  public func compactMap<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Result?
  ) -> Maybe<Result> {
    Maybe<Result>(unchecked: signal.compactMap(file: file, line: line, transform))
  }

  /// Continues with the maybe that `transform` returns for the value.
  ///
  ///     source        --(1|)
  ///     made            --|
  ///     flatMapMaybe  ----|
  ///
  /// Ends as the returned one does. An error of either is the error, and so is a throw. As Rx `flatMapMaybe`.
  public func flatMapMaybe<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Maybe<Result>
  ) -> Maybe<Result> {
    Maybe<Result>(unchecked: signal.flatMap(file: file, line: line) { try transform($0).signal })
  }

  /// Continues with the completable that `transform` returns for the value.
  ///
  ///     source              --(1|)
  ///     made                  --|
  ///     flatMapCompletable  ----|
  ///
  /// Ends as the returned one does. An error of either is the error, and so is a throw. As Rx
  /// `flatMapCompletable`.
  public func flatMapCompletable(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Completable
  ) -> Completable {
    Completable(unchecked: signal.flatMap(file: file, line: line) { try transform($0).signal })
  }
}

extension Maybe {
  /// Sends the value; fails with `SelectionError.noElements` if there is none.
  ///
  ///     source    --|
  ///     asSingle  --#
  ///
  /// Fails as the source does. As Rx `asSingle`.
  public func asSingle(file: StaticString = #fileID, line: UInt32 = #line) -> Single<Value> {
    Single(signal, file: file, line: line)
  }

  /// A completable that ends as this does, without the value.
  ///
  ///     source         --(1|)
  ///     asCompletable  --|
  ///
  /// Fails as the source does. As Rx `asCompletable`.
  public func asCompletable(file: StaticString = #fileID, line: UInt32 = #line) -> Completable {
    Completable(signal, file: file, line: line)
  }

  /// Sends the result of `transform` for the value; completes without a value if the result is nil, or if
  /// there is no value.
  ///
  ///     source      --("x"|)
  ///     compactMap  --|     (Int.init)
  ///
  /// Fails as the source does. A throw is the error. As Rx `compactMap`.
  public func compactMap<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Result?
  ) -> Maybe<Result> {
    Maybe<Result>(unchecked: signal.compactMap(file: file, line: line, transform))
  }

  /// Continues with the completable that `transform` returns for the value; completes if there is no value.
  ///
  ///     source              --(1|)
  ///     made                  --|
  ///     flatMapCompletable  ----|
  ///
  /// Ends as the returned one does. An error of either is the error, and so is a throw. As Rx
  /// `flatMapCompletable`.
  public func flatMapCompletable(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Completable
  ) -> Completable {
    Completable(unchecked: signal.flatMap(file: file, line: line) { try transform($0).signal })
  }

  /// Continues with `other` if there is no value.
  ///
  ///     source         --|
  ///     other            --(2|)
  ///     switchIfEmpty  ----(2|)
  ///
  /// Ends as `other` does then. An error of this maybe is sent on, without `other`. As Rx
  /// `ifEmpty(switchTo:)`.
  public func switchIfEmpty(
    _ other: Maybe<Value>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Maybe<Value> {
    Maybe(unchecked: signal.switchIfEmpty(other.signal, file: file, line: line))
  }

  /// Continues with `other` if there is no value. So the result always sends a value or an error.
  ///
  ///     source         --|
  ///     other            --(2|)
  ///     switchIfEmpty  ----(2|)
  ///
  /// Ends as `other` does then. An error of this maybe is sent on, without `other`. As Rx
  /// `ifEmpty(switchTo:)`.
  public func switchIfEmpty(
    _ other: Single<Value>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Single<Value> {
    Single(unchecked: signal.switchIfEmpty(other.signal, file: file, line: line))
  }

  /// Sends both values together, once both have arrived.
  ///
  ///     source  --(1|)
  ///     other   -----(x|)
  ///     zip     -----(A|)     (A = (1, x))
  ///
  /// Completes without a value as soon as either does. An error of either is the error at once. As Rx
  /// `Maybe.zip`.
  public func zip<Other: Sendable>(
    with other: Maybe<Other>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Maybe<(Value, Other)> {
    Maybe<(Value, Other)>(unchecked: Signals.zip(signal, other.signal, file: file, line: line))
  }
}

extension Completable {
  /// A maybe of any type, without a value, which ends as this completable does.
  ///
  ///     source   ---|
  ///     asMaybe  ---|
  ///
  /// As Rx `asMaybe`.
  public func asMaybe<Value: Sendable>(
    of type: Value.Type = Value.self, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Maybe<Value> {
    Maybe(unchecked: signal.ignoreElements(as: type, file: file, line: line))
  }
}

extension Infallible {
  /// A completable that completes with this infallible, without its values.
  ///
  ///     source         -1--2-|
  ///     asCompletable  ------|
  ///
  /// It cannot fail. As Rx `asCompletable`.
  public func asCompletable(file: StaticString = #fileID, line: UInt32 = #line) -> Completable {
    Completable(signal, file: file, line: line)
  }
}
