import SignalTracing

/// A signal without values: it completes or fails. As Rx `Completable`.
public struct Completable: Sendable {
  /// This completable as a signal.
  public let signal: Signal<Never>

  init(unchecked signal: Signal<Never>) { self.signal = signal }

  /// A completable that ends as a signal does, without the signal's values.
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

  /// Continues with a signal once this completable has completed.
  ///
  ///     source   ---|
  ///     next        -1-2-|
  ///     andThen  ----1-2-|
  ///
  /// An error of this completable is the error; `next` is not subscribed to then. As Rx `andThen`.
  public func andThen<Value: Sendable>(
    _ next: Signal<Value>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    signal.then(file: file, line: line) { next }
  }

  /// Continues with a single once this completable has completed.
  ///
  ///     source   ---|
  ///     next        --(1|)
  ///     andThen  -----(1|)
  ///
  /// An error of this completable is the error; `next` is not subscribed to then. As Rx `andThen`.
  public func andThen<Value: Sendable>(
    _ next: Single<Value>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Single<Value> {
    Single(unchecked: andThen(next.signal, file: file, line: line))
  }

  /// Continues with `next` once this completable has completed, and ends as `next` does.
  ///
  ///     source   ---|
  ///     next        --|
  ///     andThen  -----|
  ///
  /// An error of this completable is the error; `next` is not subscribed to then. As Rx `andThen`.
  public func andThen(
    _ next: Completable, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Completable {
    Completable(unchecked: andThen(next.signal, file: file, line: line))
  }

  /// Returns once this has completed; throws its error. Cancelling the task disposes the subscription.
  public func wait(file: StaticString = #fileID, line: UInt32 = #line) async throws {
    for try await _ in signal.values(file: file, line: line) {}
  }
}

extension Signal {
  /// A completable that ends as this signal does, without its values.
  ///
  ///     source         -1--2-|
  ///     asCompletable  ------|
  ///
  /// As Rx `asCompletable`.
  public func asCompletable(file: StaticString = #fileID, line: UInt32 = #line) -> Completable {
    Completable(self, file: file, line: line)
  }
}
