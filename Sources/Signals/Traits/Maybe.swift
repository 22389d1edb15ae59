import SignalTracing

/// A signal that sends one value, completes without, or fails. As Rx `Maybe`.
public struct Maybe<Value: Sendable>: Sendable {
  /// The same as a signal.
  public let signal: Signal<Value>

  init(unchecked signal: Signal<Value>) { self.signal = signal }

  /// The only value of a signal, if it has one; fails with `SelectionError` if it has more.
  public init(_ signal: Signal<Value>, file: StaticString = #fileID, line: UInt32 = #line) {
    self.signal = signal.lift(CallSite("asMaybe", file, line), state: Value?.none) { only, value, _ in
      if only != nil { throw SelectionError.moreThanOneElement }
      only = value
    } completion: { only, output in
      if let only { output.next(only) }
    }
  }

  public static func just(
    _ value: Value, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Maybe<Value> {
    Maybe(unchecked: .just(value, file: file, line: line))
  }

  public static func empty(file: StaticString = #fileID, line: UInt32 = #line) -> Maybe<Value> {
    Maybe(unchecked: .empty(file: file, line: line))
  }

  public static func fail(
    _ error: any Error, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Maybe<Value> {
    Maybe(unchecked: .fail(error, file: file, line: line))
  }

  /// Subscribes; `success` or `completed` is called, or `failure`. Without `failure` an error goes to
  /// `SignalHooks.onUnhandledError`.
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

  public func map<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Result
  ) -> Maybe<Result> {
    Maybe<Result>(unchecked: signal.map(file: file, line: line, transform))
  }

  public func filter(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ isIncluded: @escaping @Sendable (Value) throws -> Bool
  ) -> Maybe<Value> {
    Maybe(unchecked: signal.filter(file: file, line: line, isIncluded))
  }

  public func flatMap<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Maybe<Result>
  ) -> Maybe<Result> {
    Maybe<Result>(unchecked: signal.flatMap(file: file, line: line) { try transform($0).signal })
  }

  /// The value, or `standard` if there is none.
  public func defaultIfEmpty(
    _ standard: Value, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Single<Value> {
    Single(unchecked: signal.defaultIfEmpty(standard, file: file, line: line))
  }

  /// The value; nil if there is none. A task that is cancelled disposes the subscription.
  public func value(file: StaticString = #fileID, line: UInt32 = #line) async throws -> Value? {
    for try await value in signal.values(file: file, line: line) { return value }
    return nil
  }
}

extension Signal {
  /// The only value of this signal, if it has one; fails with `SelectionError` if it has more. As Rx `asMaybe`.
  public func asMaybe(file: StaticString = #fileID, line: UInt32 = #line) -> Maybe<Value> {
    Maybe(self, file: file, line: line)
  }
}
