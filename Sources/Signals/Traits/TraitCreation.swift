extension Single {
  /// Calls `make` for every subscription, and subscribes to the single that it returns; see
  /// `Signal.deferred`.
  ///
  ///     made      --(1|)
  ///     deferred  --(1|)
  ///
  /// Ends as the returned one does. A throw of `make` is the error. As Rx `Single.deferred`.
  ///
  /// - Parameter make: runs on the thread that subscribes.
  public static func deferred(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ make: @escaping @Sendable () throws -> Single<Value>
  ) -> Single<Value> {
    Single(unchecked: .deferred(file: file, line: line) { try make().signal })
  }
}

extension Maybe {
  /// Runs `start` for every subscription. `start` hands over the result once; later results are ignored.
  ///
  ///     result  ---1
  ///     create  ---(1|)
  ///
  /// A success with nil completes without a value; a failure is the error, and so is a throw of `start`. As
  /// Rx `Maybe.create`.
  ///
  /// - Parameter start: runs on the thread that subscribes. The disposable that it returns is disposed when
  ///   the subscription ends.
  public static func create(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ start:
      @escaping @Sendable (@escaping @Sendable (Result<Value?, any Error>) -> Void) throws -> Disposable?
  ) -> Maybe<Value> {
    Maybe(
      unchecked: .create(file: file, line: line) { subscriber in
        let once = Once()
        return try start { result in
          guard once.isFirst(), subscriber.isOpen else { return }
          switch result {
          case .success(let value):
            if let value { subscriber.next(value) }
            if subscriber.isOpen { subscriber.completed() }
          case .failure(let error): subscriber.error(error)
          }
        }
      })
  }

  /// Calls `make` for every subscription, and subscribes to the maybe that it returns; see `Signal.deferred`.
  ///
  ///     made      --(1|)
  ///     deferred  --(1|)
  ///
  /// Ends as the returned one does. A throw of `make` is the error. As Rx `Maybe.deferred`.
  ///
  /// - Parameter make: runs on the thread that subscribes.
  public static func deferred(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ make: @escaping @Sendable () throws -> Maybe<Value>
  ) -> Maybe<Value> {
    Maybe(unchecked: .deferred(file: file, line: line) { try make().signal })
  }
}

extension Completable {
  /// Runs `start` for every subscription. `start` hands over the end once; later calls are ignored.
  ///
  ///     result  ---.success
  ///     create  ---|
  ///
  /// A success completes; a failure is the error, and so is a throw of `start`. As Rx `Completable.create`.
  ///
  /// - Parameter start: runs on the thread that subscribes. The disposable that it returns is disposed when
  ///   the subscription ends.
  public static func create(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ start:
      @escaping @Sendable (@escaping @Sendable (Result<Void, any Error>) -> Void) throws -> Disposable?
  ) -> Completable {
    Completable(
      unchecked: .create(file: file, line: line) { subscriber in
        let once = Once()
        return try start { result in
          guard once.isFirst(), subscriber.isOpen else { return }
          switch result {
          case .success: subscriber.completed()
          case .failure(let error): subscriber.error(error)
          }
        }
      })
  }

  /// Calls `make` for every subscription, and subscribes to the completable that it returns; see
  /// `Signal.deferred`.
  ///
  ///     made      --|
  ///     deferred  --|
  ///
  /// Ends as the returned one does. A throw of `make` is the error. As Rx `Completable.deferred`.
  ///
  /// - Parameter make: runs on the thread that subscribes.
  public static func deferred(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ make: @escaping @Sendable () throws -> Completable
  ) -> Completable {
    Completable(unchecked: .deferred(file: file, line: line) { try make().signal })
  }
}

/// The events of an infallible.
public enum InfallibleEvent<Value: Sendable>: Sendable {
  case next(Value)
  case completed
}

extension InfallibleEvent: Equatable where Value: Equatable {}

extension Infallible {
  /// Runs `start` for every subscription, and sends the events that `start` sends; see `Signal.create`.
  ///
  ///     sent    -1--2-|
  ///     create  -1--2-|
  ///
  /// Completes when `start` sends completion. It cannot fail, so `start` may not throw. As Rx
  /// `Infallible.create`.
  ///
  /// - Parameter start: runs on the thread that subscribes. The disposable that it returns is disposed when
  ///   the subscription ends.
  public static func create(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ start: @escaping @Sendable (@escaping @Sendable (InfallibleEvent<Value>) -> Void) -> Disposable?
  ) -> Infallible<Value> {
    Infallible(
      unchecked: .create(file: file, line: line) { subscriber in
        start { event in
          switch event {
          case .next(let value): subscriber.next(value)
          case .completed: subscriber.completed()
          }
        }
      })
  }
}
