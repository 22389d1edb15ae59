import SignalTracing

/// A signal that sends exactly one value, or fails. As Rx `Single`.
public struct Single<Value: Sendable>: Sendable {
  /// This single as a signal.
  public let signal: Signal<Value>

  /// The caller knows that the signal sends exactly one value, or fails.
  init(unchecked signal: Signal<Value>) { self.signal = signal }

  /// Sends the only value of a signal. Fails with `SelectionError` if the signal has no value, or a second
  /// one.
  ///
  ///     signal  --1---|
  ///     Single  ------(1|)
  ///
  /// The value is sent when the signal completes. As Rx `asSingle`.
  public init(_ signal: Signal<Value>, file: StaticString = #fileID, line: UInt32 = #line) {
    // The value is held until it is known to be the only one.
    self.signal = signal.lift(CallSite("asSingle", file, line), state: Value?.none) { only, value, _ in
      if only != nil { throw SelectionError.moreThanOneElement }
      only = value
    } completion: { only, output in
      guard let only else { throw SelectionError.noElements }
      output.next(only)
    }
  }

  /// Runs `start` for every subscription. `start` hands over the result once; later results are ignored.
  ///
  ///     result  ---1
  ///     create  ---(1|)
  ///
  /// `start` runs on the thread that subscribes; a throw is the error. The disposable that `start` returns is
  /// disposed when the subscription ends. As Rx `Single.create`.
  public static func create(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ start:
      @escaping @Sendable (@escaping @Sendable (Result<Value, any Error>) -> Void) throws -> Disposable?
  ) -> Single<Value> {
    Single(
      unchecked: .create(file: file, line: line) { subscriber in
        let once = Once()
        return try start { result in
          guard once.isFirst(), subscriber.isOpen else { return }
          switch result {
          case .success(let value):
            subscriber.next(value)
            if subscriber.isOpen { subscriber.completed() }
          case .failure(let error): subscriber.error(error)
          }
        }
      })
  }

  /// Sends one value and completes, on the thread that subscribes; see `Signal.just`.
  ///
  ///     just(1)  (1|)
  ///
  /// As Rx `Single.just`.
  public static func just(
    _ value: Value, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Single<Value> {
    Single(unchecked: .just(value, file: file, line: line))
  }

  /// Fails with `error`, on the thread that subscribes; see `Signal.fail`.
  ///
  ///     fail  #
  ///
  /// As Rx `Single.error`.
  public static func fail(
    _ error: any Error, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Single<Value> {
    Single(unchecked: .fail(error, file: file, line: line))
  }

  /// Runs asynchronous work for every subscription, in a task of its own, and sends its result; see
  /// `Signal.fromAsync`.
  ///
  ///     fromAsync  ---(1|)
  ///
  /// A throw is the error. Disposal cancels the task. As RxSwift `Single.create` of an asynchronous closure.
  public static func fromAsync(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ work: @escaping @Sendable () async throws -> Value
  ) -> Single<Value> {
    Single(unchecked: .fromAsync(file: file, line: line, work))
  }

  /// Subscribes. Without `failure` an error goes to `SignalHooks.onUnhandledError`.
  public func subscribe(
    success: (@Sendable (Value) -> Void)? = nil, failure: (@Sendable (any Error) -> Void)? = nil,
    disposed: (@Sendable () -> Void)? = nil, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    signal.subscribe(next: success, error: failure, disposed: disposed, file: file, line: line)
  }

  /// Sends the result of `transform` for the value; a throw is the error.
  ///
  ///     source   --(1|)
  ///     map(x2)  --(2|)
  ///
  /// As Rx `map`.
  public func map<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Result
  ) -> Single<Result> {
    Single<Result>(unchecked: signal.map(file: file, line: line, transform))
  }

  /// Continues with the single that `transform` returns for the value.
  ///
  ///     source   --(1|)
  ///     made       --(2|)
  ///     flatMap  ----(2|)
  ///
  /// An error of either is the error, and so is a throw. As Rx `flatMap`.
  public func flatMap<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Single<Result>
  ) -> Single<Result> {
    Single<Result>(unchecked: signal.flatMap(file: file, line: line) { try transform($0).signal })
  }

  /// Continues with the single that `handler` returns for an error.
  ///
  ///     source   --#
  ///     handled    --(2|)
  ///     catch    ----(2|)
  ///
  /// An error of that single is the error, and so is a throw of `handler`. As Rx `catch`.
  public func `catch`(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ handler: @escaping @Sendable (any Error) throws -> Single<Value>
  ) -> Single<Value> {
    Single(unchecked: signal.catch(file: file, line: line) { try handler($0).signal })
  }

  /// Sends `value` instead of an error.
  ///
  ///     source             --#
  ///     catchAndReturn(0)  --(0|)
  ///
  /// As Rx `catchAndReturn`.
  public func catchAndReturn(
    _ value: Value, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Single<Value> {
    Single(unchecked: signal.catchAndReturn(value, file: file, line: line))
  }

  /// Sends both values together, once both have arrived.
  ///
  ///     source  --(1|)
  ///     other   -----(x|)
  ///     zip     -----(A|)     (A = (1, x))
  ///
  /// An error of either is the error at once. As Rx `Single.zip`.
  public func zip<Other: Sendable>(
    with other: Single<Other>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Single<(Value, Other)> {
    Single<(Value, Other)>(unchecked: Signals.zip(signal, other.signal, file: file, line: line))
  }

  /// Returns the value; throws the error. Cancelling the task disposes the subscription.
  public func value(file: StaticString = #fileID, line: UInt32 = #line) async throws -> Value {
    for try await value in signal.values(file: file, line: line) { return value }
    try Task.checkCancellation()
    throw SelectionError.noElements
  }
}

extension Signal {
  /// Sends the only value of this signal. Fails with `SelectionError` if this signal has no value, or a
  /// second one.
  ///
  ///     source    --1---|
  ///     asSingle  ------(1|)
  ///
  /// The value is sent when this signal completes. As Rx `asSingle`.
  public func asSingle(file: StaticString = #fileID, line: UInt32 = #line) -> Single<Value> {
    Single(self, file: file, line: line)
  }
}
