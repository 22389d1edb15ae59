import SignalTracing

/// A signal without values: it completes or fails. As Rx `Completable`.
public struct Completable: Sendable {
  /// The same as a signal.
  public let signal: Signal<Never>

  init(unchecked signal: Signal<Never>) { self.signal = signal }

  /// The end of a signal, without its values.
  ///
  ///     signal       -1--2-|
  ///     Completable  ------|
  ///
  /// As Rx `asCompletable`.
  public init<Value: Sendable>(
    _ signal: Signal<Value>, file: StaticString = #fileID, line: UInt32 = #line
  ) {
    self.signal = signal.lift(CallSite("asCompletable", file, line)) { _, _ in }
  }

  /// Completes, on the thread that subscribes; see `Signal.empty`.
  ///
  ///     empty  |
  ///
  /// As Rx `Completable.empty`.
  public static func empty(file: StaticString = #fileID, line: UInt32 = #line) -> Completable {
    Completable(unchecked: .empty(file: file, line: line))
  }

  /// Fails with `error`, on the thread that subscribes; see `Signal.fail`.
  ///
  ///     fail  #
  ///
  /// As Rx `Completable.error`.
  public static func fail(
    _ error: any Error, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Completable {
    Completable(unchecked: .fail(error, file: file, line: line))
  }

  /// Subscribes. Without `failure` an error goes to `SignalHooks.onUnhandledError`.
  public func subscribe(
    completed: (@Sendable () -> Void)? = nil, failure: (@Sendable (any Error) -> Void)? = nil,
    disposed: (@Sendable () -> Void)? = nil, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    signal.subscribe(error: failure, completed: completed, disposed: disposed, file: file, line: line)
  }

  /// Goes on with a signal once this one has completed.
  ///
  ///     source   ---|
  ///     next        -1-2-|
  ///     andThen  ----1-2-|
  ///
  /// An error of this one is the error; `next` is not subscribed to then. As Rx `andThen`.
  public func andThen<Value: Sendable>(
    _ next: Signal<Value>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    signal.then(file: file, line: line) { next }
  }

  /// Goes on with a single once this one has completed.
  ///
  ///     source   ---|
  ///     next        --(1|)
  ///     andThen  -----(1|)
  ///
  /// An error of this one is the error; `next` is not subscribed to then. As Rx `andThen`.
  public func andThen<Value: Sendable>(
    _ next: Single<Value>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Single<Value> {
    Single(unchecked: andThen(next.signal, file: file, line: line))
  }

  /// Goes on with `next` once this one has completed, and ends as that does.
  ///
  ///     source   ---|
  ///     next        --|
  ///     andThen  -----|
  ///
  /// An error of this one is the error; `next` is not subscribed to then. As Rx `andThen`.
  public func andThen(
    _ next: Completable, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Completable {
    Completable(unchecked: andThen(next.signal, file: file, line: line))
  }

  /// Returns once it has completed. A task that is cancelled disposes the subscription.
  public func wait(file: StaticString = #fileID, line: UInt32 = #line) async throws {
    for try await _ in signal.values(file: file, line: line) {}
  }
}

extension Signal {
  /// The end of this signal, without its values.
  ///
  ///     source         -1--2-|
  ///     asCompletable  ------|
  ///
  /// As Rx `asCompletable`.
  public func asCompletable(file: StaticString = #fileID, line: UInt32 = #line) -> Completable {
    Completable(self, file: file, line: line)
  }
}
