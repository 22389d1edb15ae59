import SignalTracing
import TraceFormat

/// A signal that cannot fail. As Rx `Infallible`.
public struct Infallible<Value: Sendable>: Sendable {
  /// This infallible as a signal.
  public let signal: Signal<Value>

  init(unchecked signal: Signal<Value>) { self.signal = signal }

  /// Sends one value and completes, on the thread that subscribes; see `Signal.just`.
  ///
  ///     just(1)  (1|)
  ///
  /// As Rx `Infallible.just`.
  public static func just(
    _ value: Value, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Infallible<Value> {
    Infallible(unchecked: .just(value, file: file, line: line))
  }

  /// Completes, on the thread that subscribes; see `Signal.empty`.
  ///
  ///     empty  |
  ///
  /// As Rx `Infallible.empty`.
  public static func empty(file: StaticString = #fileID, line: UInt32 = #line) -> Infallible<Value> {
    Infallible(unchecked: .empty(file: file, line: line))
  }

  /// Subscribes. There is no closure for errors, because an infallible has none.
  public func subscribe(
    next: (@Sendable (Value) -> Void)? = nil, completed: (@Sendable () -> Void)? = nil,
    disposed: (@Sendable () -> Void)? = nil, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    signal.subscribe(next: next, completed: completed, disposed: disposed, file: file, line: line)
  }

  /// Sends the result of `transform` for each value; see `Signal.map`.
  ///
  ///     source   1-2---3-|
  ///     map(x2)  2-4---6-|
  ///
  /// The closure may not throw. As Rx `map`.
  public func map<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) -> Result
  ) -> Infallible<Result> {
    Infallible<Result>(unchecked: signal.map(file: file, line: line, transform))
  }

  /// Sends the values for which `isIncluded` is true; see `Signal.filter`.
  ///
  ///     source  1-2---3-|
  ///     filter  1-----3-|     (odd)
  ///
  /// The closure may not throw. As Rx `filter`.
  public func filter(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ isIncluded: @escaping @Sendable (Value) -> Bool
  ) -> Infallible<Value> {
    Infallible(unchecked: signal.filter(file: file, line: line, isIncluded))
  }

  /// Subscribes to the infallible that `transform` returns for each value, and sends the values of all these
  /// infallibles; see `Signal.flatMap`.
  ///
  ///     source   a---b-----|
  ///     a        -1----2-|
  ///     b            -3-|
  ///     flatMap  -1---32---|
  ///
  /// Completes when the source and all these infallibles have completed. The closure may not throw. As Rx
  /// `flatMap`.
  public func flatMap<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) -> Infallible<Result>
  ) -> Infallible<Result> {
    Infallible<Result>(unchecked: signal.flatMap(file: file, line: line) { transform($0).signal })
  }
}

extension Signal {
  /// Sends `value` instead of an error, and completes then.
  ///
  ///     source        1--2-#
  ///     asInfallible  1--2-(0|)     (0 on an error)
  ///
  /// As Rx `asInfallible(onErrorJustReturn:)`.
  public func asInfallible(
    onErrorJustReturn value: Value, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Infallible<Value> {
    let site = CallSite("asInfallible", file, line)
    return Infallible(
      unchecked: lift(site, state: Stateless()) { _, value, output in
        output.next(value)
      } failure: { _, _, output in
        output.next(value)
      })
  }

  /// Continues with the infallible that `fallback` returns for an error.
  ///
  ///     source        1--2-#
  ///     fallback           -3--|
  ///     asInfallible  1--2--3--|
  ///
  /// As Rx `asInfallible(onErrorRecover:)`.
  public func asInfallible(
    file: StaticString = #fileID, line: UInt32 = #line,
    onErrorRecover fallback: @escaping @Sendable (any Error) -> Infallible<Value>
  ) -> Infallible<Value> {
    Infallible(unchecked: catching(CallSite("asInfallible", file, line, .restarts)) { fallback($0).signal })
  }
}
