// Made from tools/checks/names.txt by tools/checks/names --write.

extension Signal {
  /// RxJS's name; here it is `fail(_:)`.
  @available(*, unavailable, renamed: "fail(_:)")
  public static func throwError(_ makeError: () -> any Error) -> Signal<Value> { unavailable() }

  /// RxJS's name; here it is `ifThenElse(then:else:)` or `deferred(_:)`.
  @available(
    *, unavailable,
    message: "use 'ifThenElse(then:else:)' or 'deferred(_:)': 'deferred { condition ? a : b }'"
  )
  public static func iif(_ condition: () -> Bool, _ first: Signal<Value>, _ second: Signal<Value>) -> Signal<
    Value
  > { unavailable() }

  /// RxJS's name; here it is `amb(_:)`.
  @available(*, unavailable, message: "use 'amb(_:)'")
  public static func race(_ signals: Signal<Value>...) -> Signal<Value> { unavailable() }

  /// RxJS's name, for which nothing is needed here.
  @available(*, unavailable, message: "operators are methods: 'signal.map { … }.filter { … }'")
  public func pipe<Result: Sendable>(_ operators: (Signal<Value>) -> Signal<Result>) -> Signal<Result> {
    unavailable()
  }

  /// RxJS's name; here it is `mapReplace(_:)`.
  @available(*, unavailable, renamed: "mapReplace(_:)")
  public func mapTo<Result: Sendable>(_ value: Result) -> Signal<Result> { unavailable() }

  /// RxJS's name; here it is `map(_:)`.
  @available(*, unavailable, renamed: "map(_:)", message: "'map(\\.name)'")
  public func pluck<Result: Sendable>(_ path: KeyPath<Value, Result>) -> Signal<Result> { unavailable() }

  /// RxJS's name; here it is `flatMap(_:)` or `flatMap(maxConcurrent:_:)`.
  @available(*, unavailable, renamed: "flatMap(_:)")
  public func mergeMap<Result: Sendable>(_ transform: @escaping (Value) throws -> Signal<Result>) -> Signal<
    Result
  > { unavailable() }

  /// RxJS's name; here it is `flatMap(_:)`.
  @available(*, unavailable, message: "use 'flatMap(_:)': 'flatMap { _ in other }'")
  public func mergeMapTo<Result: Sendable>(_ other: Signal<Result>) -> Signal<Result> { unavailable() }

  /// RxJS's name; here it is `concatMap(_:)`.
  @available(*, unavailable, message: "use 'concatMap(_:)': 'concatMap { _ in other }'")
  public func concatMapTo<Result: Sendable>(_ other: Signal<Result>) -> Signal<Result> { unavailable() }

  /// RxJS's name; here it is `flatMapLatest(_:)`.
  @available(*, unavailable, renamed: "flatMapLatest(_:)")
  public func switchMap<Result: Sendable>(_ transform: @escaping (Value) throws -> Signal<Result>) -> Signal<
    Result
  > { unavailable() }

  /// RxJS's name; here it is `flatMapLatest(_:)`.
  @available(*, unavailable, message: "use 'flatMapLatest(_:)': 'flatMapLatest { _ in other }'")
  public func switchMapTo<Result: Sendable>(_ other: Signal<Result>) -> Signal<Result> { unavailable() }

  /// RxJS's name; here it is `flatMapFirst(_:)`.
  @available(*, unavailable, renamed: "flatMapFirst(_:)")
  public func exhaustMap<Result: Sendable>(_ transform: @escaping (Value) throws -> Signal<Result>) -> Signal<
    Result
  > { unavailable() }

  /// RxJS's name; here it is `merge(maxConcurrent:)`.
  @available(*, unavailable, renamed: "merge()")
  public func mergeAll<Inner: Sendable>() -> Signal<Inner> where Value == Signal<Inner> { unavailable() }

  /// RxJS's name; here it is `merge(maxConcurrent:)`.
  @available(*, unavailable, renamed: "merge(maxConcurrent:)")
  public func mergeAll<Inner: Sendable>(_ maxConcurrent: Int) -> Signal<Inner> where Value == Signal<Inner> {
    unavailable()
  }

  /// RxJS's name; here it is `concat()`.
  @available(*, unavailable, renamed: "concat()")
  public func concatAll<Inner: Sendable>() -> Signal<Inner> where Value == Signal<Inner> { unavailable() }

  /// RxJS's name; here it is `switchToLatest()`.
  @available(*, unavailable, renamed: "switchToLatest()")
  public func switchAll<Inner: Sendable>() -> Signal<Inner> where Value == Signal<Inner> { unavailable() }

  /// RxJS's name; here it is `flatMapFirst(_:)`.
  @available(*, unavailable, message: "use 'flatMapFirst(_:)': 'flatMapFirst { $0 }'")
  public func exhaustAll<Inner: Sendable>() -> Signal<Inner> where Value == Signal<Inner> { unavailable() }

  /// RxJS's name; here it is `collect()` or `combineLatest(_:)`.
  @available(
    *, unavailable,
    message: "use 'collect()' or 'combineLatest(_:)': 'collect().flatMap { combineLatest($0) }'"
  )
  public func combineLatestAll<Inner: Sendable>() -> Signal<[Inner]> where Value == Signal<Inner> {
    unavailable()
  }

  /// RxJS's name; here it is `collect()` or `zip(_:)`.
  @available(*, unavailable, message: "use 'collect()' or 'zip(_:)': 'collect().flatMap { zip($0) }'")
  public func zipAll<Inner: Sendable>() -> Signal<[Inner]> where Value == Signal<Inner> { unavailable() }

  /// RxJS's name; here it is `collect(count:)` or `buffer(count:every:)`.
  @available(*, unavailable, renamed: "collect(count:)")
  public func bufferCount(_ count: Int) -> Signal<[Value]> { unavailable() }

  /// RxJS's name; here it is `buffer(for:count:on:)`.
  @available(*, unavailable, renamed: "buffer(for:)", message: "empty buffers are not sent")
  public func bufferTime(_ duration: Duration) -> Signal<[Value]> { unavailable() }

  /// RxJS's name; here it is `window(count:)` or `window(count:every:)`.
  @available(*, unavailable, renamed: "window(count:)")
  public func windowCount(_ count: Int) -> Signal<Signal<Value>> { unavailable() }

  /// RxJS's name; here it is `window(for:count:on:)`.
  @available(*, unavailable, renamed: "window(for:)")
  public func windowTime(_ duration: Duration) -> Signal<Signal<Value>> { unavailable() }

  /// RxJS's name; here it is `measureInterval(on:)`.
  @available(*, unavailable, renamed: "measureInterval(on:)")
  public func timeInterval() -> Signal<Duration> { unavailable() }

  /// RxJS's name; here it is `all(_:)`.
  @available(*, unavailable, renamed: "all(_:)")
  public func every(_ condition: @escaping (Value) throws -> Bool) -> Signal<Bool> { unavailable() }

  /// RxJS's name; here it is `first(where:)`.
  @available(
    *, unavailable, renamed: "first(where:)", message: "where nothing fits it completes, and sends no value"
  )
  public func find(_ condition: @escaping (Value) throws -> Bool) -> Signal<Value> { unavailable() }

  /// RxJS's name; here it is `unique()` or `unique(_:)`.
  @available(*, unavailable, renamed: "unique()")
  public func distinct() -> Signal<Value> { unavailable() }

  /// RxJS's name; here it is `unique()` or `unique(_:)`.
  @available(*, unavailable, renamed: "unique(_:)")
  public func distinct<Key: Hashable>(_ key: @escaping (Value) throws -> Key) -> Signal<Value> {
    unavailable()
  }

  /// RxJS's name; here it is `distinctUntilChanged(_:)`.
  @available(*, unavailable, renamed: "distinctUntilChanged(_:)", message: "'distinctUntilChanged(\\.name)'")
  public func distinctUntilKeyChanged<Key: Equatable>(_ key: KeyPath<Value, Key>) -> Signal<Value> {
    unavailable()
  }

  /// RxJS's name; here it is `element(at:)`.
  @available(*, unavailable, renamed: "element(at:)", message: "fails where there is no such value")
  public func elementAt(_ index: Int) -> Signal<Value> { unavailable() }

  /// RxJS's name; here it is `take(inclusive:while:)`.
  @available(*, unavailable, renamed: "take(while:)")
  public func takeWhile(_ condition: @escaping (Value) throws -> Bool) -> Signal<Value> { unavailable() }

  /// RxJS's name; here it is `skip(while:)`.
  @available(*, unavailable, renamed: "skip(while:)")
  public func skipWhile(_ condition: @escaping (Value) throws -> Bool) -> Signal<Value> { unavailable() }

  /// RxJS's name; here it is `skip(until:)`.
  @available(*, unavailable, renamed: "skip(until:)")
  public func skipUntil<Other: Sendable>(_ trigger: Signal<Other>) -> Signal<Value> { unavailable() }

  /// RxJS's name; here it is `concat(_:_:)`.
  @available(*, unavailable, renamed: "concat(_:)")
  public func concatWith(_ other: Signal<Value>) -> Signal<Value> { unavailable() }

  /// RxJS's name; here it is `merge(_:_:)`.
  @available(*, unavailable, renamed: "merge(_:)")
  public func mergeWith(_ other: Signal<Value>) -> Signal<Value> { unavailable() }

  /// RxJS's name; here it is `amb(_:_:)`.
  @available(*, unavailable, renamed: "amb(_:)")
  public func raceWith(_ other: Signal<Value>) -> Signal<Value> { unavailable() }

  /// RxJS's name; here it is `catch(_:)`.
  @available(*, unavailable, renamed: "catch(_:)")
  public func catchError(_ handler: @escaping (any Error) throws -> Signal<Value>) -> Signal<Value> {
    unavailable()
  }

  /// RxJS's name; here it is `debounce(for:on:where:)`.
  @available(*, unavailable, renamed: "debounce(for:)")
  public func debounceTime(_ duration: Duration) -> Signal<Value> { unavailable() }

  /// RxJS's name; here it is `throttle(for:latest:on:)`.
  @available(
    *, unavailable, renamed: "throttle(for:)",
    message: "sends the latest value at the end of the pause, too, unless 'latest' is false"
  )
  public func throttleTime(_ duration: Duration) -> Signal<Value> { unavailable() }

  /// RxJS's name; here it is `audit(for:on:)`.
  @available(*, unavailable, renamed: "audit(for:)")
  public func auditTime(_ duration: Duration) -> Signal<Value> { unavailable() }

  /// RxJS's name; here it is `sample(every:on:)`.
  @available(*, unavailable, renamed: "sample(every:)")
  public func sampleTime(_ duration: Duration) -> Signal<Value> { unavailable() }

  /// RxJS's name; here it is `share(replay:scope:)`.
  @available(
    *, unavailable, renamed: "share(replay:)",
    message: "'scope: .forever' keeps the source subscribed, as there"
  )
  public func shareReplay(_ capacity: Int) -> Signal<Value> { unavailable() }

  /// RxJS's name; here it is `values(buffering:)`.
  @available(*, unavailable, message: "use 'values(buffering:)': 'for try await value in signal.values(…)'")
  public func forEach(_ body: (Value) throws -> Void) { unavailable() }

  /// RxJS's name; here it is `do(onNext:)`.
  @available(*, unavailable, renamed: "do(onNext:)")
  public func tap(_ body: @escaping (Value) -> Void) -> Signal<Value> { unavailable() }

  /// RxJS's name; here it is `onDispose(_:)`.
  @available(
    *, unavailable, renamed: "onDispose(_:)", message: "'finally' runs at the end only, not on disposal"
  )
  public func finalize(_ body: @escaping () -> Void) -> Signal<Value> { unavailable() }
}
