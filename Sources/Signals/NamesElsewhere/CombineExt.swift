// Made from tools/checks/names.txt by tools/checks/names --write.

extension Signal {
  /// CombineExt's name; here it is `map(_:)`.
  @available(*, unavailable, message: "use 'map(_:)': 'map { $0.filter(condition) }'")
  public func filterMany<Element: Sendable>(_ isIncluded: @escaping (Element) -> Bool) -> Signal<[Element]>
  where Value == [Element] { unavailable() }

  /// CombineExt's name; here it is `ignoreElements(as:)`.
  @available(*, unavailable, renamed: "ignoreElements(as:)")
  public func ignoreOutput<Result: Sendable>(setOutputType type: Result.Type) -> Signal<Result> {
    unavailable()
  }

  /// CombineExt's name; here it is `map(_:)`.
  @available(*, unavailable, message: "use 'map(_:)': 'map { $0.map(transform) }'")
  public func mapMany<Element: Sendable, Result: Sendable>(_ transform: @escaping (Element) -> Result)
    -> Signal<[Result]> where Value == [Element]
  { unavailable() }

  /// CombineExt's name; here it is `materializeResults()`.
  @available(*, unavailable, renamed: "materializeResults()")
  public func mapToResult() -> Signal<Result<Value, any Error>> { unavailable() }

  /// CombineExt's name; here it is `mapReplace(_:)`.
  @available(*, unavailable, renamed: "mapReplace(_:)")
  public func mapToValue<Result: Sendable>(_ value: Result) -> Signal<Result> { unavailable() }

  /// CombineExt's name; here it is `mapReplace(_:)`.
  @available(*, unavailable, message: "use 'mapReplace(_:)': 'mapReplace(())'")
  public func mapToVoid() -> Signal<Void> { unavailable() }

  /// CombineExt's name; here it is `take(for:on:)`.
  @available(*, unavailable, renamed: "take(for:on:)")
  public func prefix(duration: Duration, on scheduler: Any) -> Signal<Value> { unavailable() }

  /// CombineExt's name; here it is `unique()`.
  @available(*, unavailable, renamed: "unique()")
  public func removeAllDuplicates() -> Signal<Value> { unavailable() }

  /// CombineExt's name; here it is `not()`.
  @available(*, unavailable, renamed: "not()")
  public func toggle() -> Signal<Bool> where Value == Bool { unavailable() }

  /// CombineExt's name; here it is `retry(when:)`.
  @available(*, unavailable, renamed: "retry(when:)")
  public func retryWhen<Trigger: Sendable>(_ handler: @escaping (Signal<any Error>) -> Signal<Trigger>)
    -> Signal<Value>
  { unavailable() }

  /// CombineExt's name; here it is `ignoreElements(as:)`.
  @available(*, unavailable, renamed: "ignoreElements(as:)")
  public func setOutputType<Result: Sendable>(to type: Result.Type) -> Signal<Result> { unavailable() }
}
