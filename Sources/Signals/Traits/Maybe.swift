import SignalTracing

/// A signal that sends one value, completes without a value, or fails. As Rx `Maybe`.
public struct Maybe<Value: Sendable>: Sendable {
  /// This maybe as a signal.
  public let signal: Signal<Value>

  init(unchecked signal: Signal<Value>) { self.signal = signal }

  /// Sends the only value of a signal, or completes if the signal has none. Fails with `SelectionError` if
  /// the signal sends a second value.
  ///
  ///     signal  --1---|
  ///     Maybe   ------(1|)
  ///
  /// The value is sent when the signal completes. As Rx `asMaybe`.
  public init(_ signal: Signal<Value>, file: StaticString = #fileID, line: UInt32 = #line) {
    self.signal = signal.lift(CallSite("asMaybe", file, line), state: Value?.none) { only, value, _ in
      if only != nil { throw SelectionError.moreThanOneElement }
      only = value
    } completion: { only, output in
      if let only { output.next(only) }
    }
  }

  /// Sends one value and completes, on the thread that subscribes; see `Signal.just`.
  ///
  ///     just(1)  (1|)
  ///
  /// As Rx `Maybe.just`.
  public static func just(
    _ value: Value, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Maybe<Value> {
    Maybe(unchecked: .just(value, file: file, line: line))
  }

  /// Completes without a value, on the thread that subscribes; see `Signal.empty`.
  ///
  ///     empty  |
  ///
  /// As Rx `Maybe.empty`.
  public static func empty(file: StaticString = #fileID, line: UInt32 = #line) -> Maybe<Value> {
    Maybe(unchecked: .empty(file: file, line: line))
  }

  /// Fails with `error`, on the thread that subscribes; see `Signal.fail`.
  ///
  ///     fail  #
  ///
  /// As Rx `Maybe.error`.
  public static func fail(
    _ error: any Error, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Maybe<Value> {
    Maybe(unchecked: .fail(error, file: file, line: line))
  }

  /// Subscribes. `success` is called with the value, or `completed` without a value, or `failure` with the
  /// error. Without `failure` an error goes to `SignalHooks.onUnhandledError`.
  public func subscribe(
    success: (@Sendable (Value) -> Void)? = nil, failure: (@Sendable (any Error) -> Void)? = nil,
    completed: (@Sendable () -> Void)? = nil, disposed: (@Sendable () -> Void)? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    let once = Once()
    return signal.subscribe(
      next: { value in
        _ = once.isFirst()
        success?(value)
      }, error: failure, completed: { if once.isFirst() { completed?() } }, disposed: disposed,
      file: file, line: line)
  }

  /// Sends the result of `transform` for the value, if there is one; a throw is the error.
  ///
  ///     source   --(1|)
  ///     map(x2)  --(2|)
  ///
  /// As Rx `map`.
  public func map<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Result
  ) -> Maybe<Result> {
    Maybe<Result>(unchecked: signal.map(file: file, line: line, transform))
  }

  /// Sends the value if `isIncluded` is true for it, else completes without a value; a throw is the error.
  ///
  ///     source  --(1|)
  ///     filter  --|     (even)
  ///
  /// As Rx `filter`.
  public func filter(
    file: StaticString = #fileID, line: UInt32 = #line,
    @Condition _ isIncluded: @escaping @Sendable (Value) throws -> Bool
  ) -> Maybe<Value> {
    Maybe(unchecked: signal.filter(file: file, line: line, isIncluded))
  }

  /// Continues with the maybe that `transform` returns for the value; completes if there is no value.
  ///
  ///     source   --(1|)
  ///     made       --(2|)
  ///     flatMap  ----(2|)
  ///
  /// An error of either is the error, and so is a throw. As Rx `flatMap`.
  public func flatMap<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Maybe<Result>
  ) -> Maybe<Result> {
    Maybe<Result>(unchecked: signal.flatMap(file: file, line: line) { try transform($0).signal })
  }

  /// Sends the value, or `standard` if there is none.
  ///
  ///     source             --|
  ///     defaultIfEmpty(0)  --(0|)
  ///
  /// Fails as this maybe does. As Rx `ifEmpty(default:)`.
  public func defaultIfEmpty(
    _ standard: Value, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Single<Value> {
    Single(unchecked: signal.defaultIfEmpty(standard, file: file, line: line))
  }

  /// Returns the value, or nil if there is none; throws the error. Cancelling the task disposes the
  /// subscription.
  public func value(file: StaticString = #fileID, line: UInt32 = #line) async throws -> Value? {
    for try await value in signal.values(file: file, line: line) { return value }
    return nil
  }
}

extension Signal {
  /// Sends the only value of this signal, or completes if there is none. Fails with `SelectionError` if this
  /// signal sends a second value.
  ///
  ///     source   --1---|
  ///     asMaybe  ------(1|)
  ///
  /// The value is sent when this signal completes. As Rx `asMaybe`.
  public func asMaybe(file: StaticString = #fileID, line: UInt32 = #line) -> Maybe<Value> {
    Maybe(self, file: file, line: line)
  }
}
