import SignalTracing

/// A signal that cannot fail. As Rx `Infallible`.
public struct Infallible<Value: Sendable>: Sendable {
  /// The same as a signal.
  public let signal: Signal<Value>

  init(unchecked signal: Signal<Value>) { self.signal = signal }

  public static func just(
    _ value: Value, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Infallible<Value> {
    Infallible(unchecked: .just(value, file: file, line: line))
  }

  public static func empty(file: StaticString = #fileID, line: UInt32 = #line) -> Infallible<Value> {
    Infallible(unchecked: .empty(file: file, line: line))
  }

  public func subscribe(
    next: (@Sendable (Value) -> Void)? = nil, completed: (@Sendable () -> Void)? = nil,
    disposed: (@Sendable () -> Void)? = nil, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    signal.subscribe(next: next, completed: completed, disposed: disposed, file: file, line: line)
  }

  public func map<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) -> Result
  ) -> Infallible<Result> {
    Infallible<Result>(unchecked: signal.map(file: file, line: line, transform))
  }

  public func filter(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ isIncluded: @escaping @Sendable (Value) -> Bool
  ) -> Infallible<Value> {
    Infallible(unchecked: signal.filter(file: file, line: line, isIncluded))
  }

  public func flatMap<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) -> Infallible<Result>
  ) -> Infallible<Result> {
    Infallible<Result>(unchecked: signal.flatMap(file: file, line: line) { transform($0).signal })
  }
}

extension Signal {
  /// Sends `value` instead of an error. As Rx `asInfallible(onErrorJustReturn:)`.
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

  /// Goes on with what `fallback` makes of an error. As Rx `asInfallible(onErrorRecover:)`.
  public func asInfallible(
    file: StaticString = #fileID, line: UInt32 = #line,
    onErrorRecover fallback: @escaping @Sendable (any Error) -> Infallible<Value>
  ) -> Infallible<Value> {
    Infallible(unchecked: catching(CallSite("asInfallible", file, line, .restarts)) { fallback($0).signal })
  }
}
