import SignalTracing

extension Single {
  /// Runs closures when the source is subscribed to, when it sends and when it ends. Sends its events on; see
  /// `Signal.do`.
  ///
  ///     source       --(1|)
  ///     onSubscribe  x
  ///     onSuccess    --x
  ///     onDispose    --x
  ///
  /// Ends as the source does. As Rx `do`.
  ///
  /// - Parameters:
  ///   - onSuccess: runs before the value is sent on. A throw is the error; the value is not sent then.
  ///   - onError: runs before an error is sent on.
  ///   - onSubscribe: runs before the source is subscribed to.
  ///   - onDispose: runs once, last, however the subscription ended.
  public func `do`(
    onSuccess: (@Sendable (Value) throws -> Void)? = nil,
    onError: (@Sendable (any Error) -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Single<Value> {
    Single(
      unchecked: signal.do(
        onNext: onSuccess, onError: onError, onSubscribe: onSubscribe, onDispose: onDispose, file: file,
        line: line))
  }
}

extension Maybe {
  /// Runs closures when the source is subscribed to, when it sends and when it ends. Sends its events on; see
  /// `Signal.do`.
  ///
  ///     source       --|
  ///     onSubscribe  x
  ///     onCompleted  --x
  ///     onDispose    --x
  ///
  /// Ends as the source does. As Rx `do`.
  ///
  /// - Parameters:
  ///   - onSuccess: runs before the value is sent on. A throw is the error; the value is not sent then.
  ///   - onError: runs before an error is sent on.
  ///   - onCompleted: runs before a completion without a value is sent on.
  ///   - onSubscribe: runs before the source is subscribed to.
  ///   - onDispose: runs once, last, however the subscription ended.
  public func `do`(
    onSuccess: (@Sendable (Value) throws -> Void)? = nil,
    onError: (@Sendable (any Error) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Maybe<Value> {
    var source = signal
    if let onCompleted {
      // Each subscription knows for itself whether there was a value.
      source = signal.lift(CallSite("do", file, line), state: true) { isEmpty, value, output in
        isEmpty = false
        output.next(value)
      } completion: { isEmpty, _ in
        if isEmpty { onCompleted() }
      }
    }
    return Maybe(
      unchecked: source.do(
        onNext: onSuccess, onError: onError, onSubscribe: onSubscribe, onDispose: onDispose, file: file,
        line: line))
  }
}

extension Completable {
  /// Runs closures when the source is subscribed to, when it sends and when it ends. Sends its events on; see
  /// `Signal.do`.
  ///
  ///     source       --|
  ///     onSubscribe  x
  ///     onCompleted  --x
  ///     onDispose    --x
  ///
  /// Ends as the source does. As Rx `do`.
  ///
  /// - Parameters:
  ///   - onError: runs before an error is sent on.
  ///   - onCompleted: runs before completion is sent on.
  ///   - onSubscribe: runs before the source is subscribed to.
  ///   - onDispose: runs once, last, however the subscription ended.
  public func `do`(
    onError: (@Sendable (any Error) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Completable {
    Completable(
      unchecked: signal.do(
        onError: onError, onCompleted: onCompleted, onSubscribe: onSubscribe, onDispose: onDispose,
        file: file, line: line))
  }
}

extension Infallible {
  /// Runs closures when the source is subscribed to, when it sends and when it ends. Sends its events on; see
  /// `Signal.do`.
  ///
  ///     source       -1--|
  ///     onSubscribe  x
  ///     onNext       -x
  ///     onCompleted  ----x
  ///     onDispose    ----x
  ///
  /// Completes as the source does. As Rx `do`.
  ///
  /// - Parameters:
  ///   - onNext: runs before a value is sent on.
  ///   - onCompleted: runs before completion is sent on.
  ///   - onSubscribe: runs before the source is subscribed to.
  ///   - onDispose: runs once, last, however the subscription ended.
  public func `do`(
    onNext: (@Sendable (Value) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Infallible<Value> {
    Infallible(
      unchecked: signal.do(
        onNext: onNext, onCompleted: onCompleted, onSubscribe: onSubscribe, onDispose: onDispose, file: file,
        line: line))
  }
}
