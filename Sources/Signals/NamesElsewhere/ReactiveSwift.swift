// Made from tools/checks/names.txt by tools/checks/names --write.

extension Signal {
  /// ReactiveSwift's name; here it is `PublishSubject`.
  @available(*, unavailable, message: "use 'PublishSubject': a subject is both ends")
  public static func pipe() -> (output: Signal<Value>, input: Subject<Value>) { unavailable() }

  /// ReactiveSwift's name; here it is `compactMap(_:)`.
  @available(*, unavailable, renamed: "compactMap(_:)")
  public func filterMap<Result: Sendable>(_ transform: @escaping (Value) throws -> Result?) -> Signal<Result>
  { unavailable() }

  /// ReactiveSwift's name; here it is `catch(_:)`.
  @available(*, unavailable, renamed: "catch(_:)")
  public func flatMapError(_ handler: @escaping (any Error) throws -> Signal<Value>) -> Signal<Value> {
    unavailable()
  }

  /// ReactiveSwift's name; here it is `buffer(for:count:on:)`.
  @available(
    *, unavailable, renamed: "buffer(for:on:)",
    message: "a buffer begins with its first value, none is empty, and completion sends it"
  )
  public func collect(
    every interval: Duration, on scheduler: Any, skipEmpty: Bool = false, discardWhenCompleted: Bool = true
  ) -> Signal<[Value]> { unavailable() }

  /// ReactiveSwift's name; here it is `not()`.
  @available(*, unavailable, renamed: "not()")
  public func negate() -> Signal<Bool> where Value == Bool { unavailable() }

  /// ReactiveSwift's name; here it is `map(_:)`.
  @available(*, unavailable, renamed: "map(_:)", message: "closures may throw")
  public func attemptMap<Result: Sendable>(_ transform: @escaping (Value) throws -> Result) -> Signal<Result>
  { unavailable() }

  /// ReactiveSwift's name, for which nothing is needed here.
  @available(*, unavailable, message: "errors have no type: leave it out")
  public func promoteError() -> Signal<Value> { unavailable() }

  /// ReactiveSwift's name; here it is `ignoreElements(as:)`.
  @available(*, unavailable, renamed: "ignoreElements(as:)")
  public func promoteValue<Result: Sendable>(_ type: Result.Type) -> Signal<Result> { unavailable() }

  /// ReactiveSwift's name; here it is `distinctUntilChanged()`.
  @available(*, unavailable, renamed: "distinctUntilChanged()")
  public func skipRepeats() -> Signal<Value> { unavailable() }

  /// ReactiveSwift's name; here it is `distinctUntilChanged(by:)`.
  @available(*, unavailable, renamed: "distinctUntilChanged(by:)")
  public func skipRepeats(_ areEqual: @escaping (Value, Value) throws -> Bool) -> Signal<Value> {
    unavailable()
  }

  /// ReactiveSwift's name; here it is `unique()`.
  @available(*, unavailable, renamed: "unique()")
  public func uniqueValues() -> Signal<Value> { unavailable() }

  /// ReactiveSwift's name; here it is `unique(_:)`.
  @available(*, unavailable, renamed: "unique(_:)")
  public func uniqueValues<Key: Hashable>(_ key: @escaping (Value) throws -> Key) -> Signal<Value> {
    unavailable()
  }

  /// ReactiveSwift's name; here it is `skip(_:)`.
  @available(*, unavailable, renamed: "skip(_:)")
  public func skip(first count: Int) -> Signal<Value> { unavailable() }

  /// ReactiveSwift's name; here it is `take(_:)`.
  @available(*, unavailable, renamed: "take(_:)")
  public func take(first count: Int) -> Signal<Value> { unavailable() }

  /// ReactiveSwift's name; here it is `takeLast(_:)`.
  @available(*, unavailable, renamed: "takeLast(_:)")
  public func take(last count: Int) -> Signal<Value> { unavailable() }

  /// ReactiveSwift's name; here it is `ignoreFailure()`.
  @available(*, unavailable, renamed: "ignoreFailure()")
  public func ignoreErrors() -> Signal<Value> { unavailable() }

  /// ReactiveSwift's name; here it is `merge(_:_:)`.
  @available(*, unavailable, renamed: "merge(_:)")
  public func merge(with other: Signal<Value>) -> Signal<Value> { unavailable() }

  /// ReactiveSwift's name; here it is `endWith(_:)`.
  @available(*, unavailable, renamed: "endWith(_:)")
  public func concat(value: Value) -> Signal<Value> { unavailable() }

  /// ReactiveSwift's name; here it is `startWith(_:)`.
  @available(*, unavailable, renamed: "startWith(_:)")
  public func prefix(value: Value) -> Signal<Value> { unavailable() }

  /// ReactiveSwift's name; here it is `withLatestFrom(_:_:)`.
  @available(
    *, unavailable,
    message:
      "use 'withLatestFrom(_:_:)': called on the sampler: 'sampler.withLatestFrom(signal) { ($1, $0) }'"
  )
  public func sample<Other: Sendable>(with sampler: Signal<Other>) -> Signal<(Value, Other)> { unavailable() }

  /// ReactiveSwift's name; here it is `withLatestFrom(_:_:)`.
  @available(
    *, unavailable,
    message:
      "use 'withLatestFrom(_:_:)': 'withLatestFrom(other) { ($0, $1) }'; without the closure only the other's value is sent"
  )
  public func withLatest<Other: Sendable>(from other: Signal<Other>) -> Signal<(Value, Other)> {
    unavailable()
  }

  /// ReactiveSwift's name; here it is `retry(_:)`.
  @available(*, unavailable, renamed: "retry(_:)")
  public func retry(upTo count: Int) -> Signal<Value> { unavailable() }

  /// ReactiveSwift's name; here it is `timeout(_:on:error:)`.
  @available(*, unavailable, message: "use 'timeout(_:on:error:)'")
  public func timeout(after interval: Duration, raising error: any Error, on scheduler: Any) -> Signal<Value>
  { unavailable() }

  /// ReactiveSwift's name; here it is `subscribe(on:)`.
  @available(*, unavailable, renamed: "subscribe(on:)")
  public func start(on scheduler: Any) -> Signal<Value> { unavailable() }

  /// ReactiveSwift's name; here it is `share(replay:scope:)`.
  @available(
    *, unavailable,
    message: "use 'share(replay:scope:)': 'replayLazily()' is ReactiveObjC's, and never disposes its source"
  )
  public func replayLazily(upTo capacity: Int) -> Signal<Value> { unavailable() }

  /// ReactiveSwift's name; here it is `publish()`.
  @available(*, unavailable, message: "use 'publish()': 'connect()' starts it")
  public func startWithSignal(_ body: (Signal<Value>, Disposable) -> Void) { unavailable() }

  /// ReactiveSwift's name; here it is `subscribe(_:)`.
  @available(*, unavailable, renamed: "subscribe()")
  public func start() -> Subscription { unavailable() }

  /// ReactiveSwift's name; here it is `subscribe(next:error:completed:disposed:)`.
  @available(*, unavailable, renamed: "subscribe(next:)")
  public func startWithValues(_ body: @escaping (Value) -> Void) -> Subscription { unavailable() }

  /// ReactiveSwift's name; here it is `subscribe(next:error:completed:disposed:)`.
  @available(
    *, unavailable, message: "use 'subscribe(next:error:completed:disposed:)': or 'materializeResults()'"
  )
  public func startWithResult(_ body: @escaping (Result<Value, any Error>) -> Void) -> Subscription {
    unavailable()
  }

  /// ReactiveSwift's name; here it is `subscribe(next:error:completed:disposed:)`.
  @available(*, unavailable, renamed: "subscribe(completed:)")
  public func startWithCompleted(_ body: @escaping () -> Void) -> Subscription { unavailable() }

  /// ReactiveSwift's name; here it is `subscribe(next:error:completed:disposed:)`.
  @available(*, unavailable, renamed: "subscribe(error:)")
  public func startWithFailed(_ body: @escaping (any Error) -> Void) -> Subscription { unavailable() }

  /// ReactiveSwift's name; here it is `subscribe(next:error:completed:disposed:)`.
  @available(*, unavailable, renamed: "subscribe(next:)")
  public func observeValues(_ body: @escaping (Value) -> Void) -> Subscription { unavailable() }

  /// ReactiveSwift's name; here it is `subscribe(next:error:completed:disposed:)`.
  @available(
    *, unavailable, message: "use 'subscribe(next:error:completed:disposed:)': or 'materializeResults()'"
  )
  public func observeResult(_ body: @escaping (Result<Value, any Error>) -> Void) -> Subscription {
    unavailable()
  }

  /// ReactiveSwift's name; here it is `subscribe(next:error:completed:disposed:)`.
  @available(*, unavailable, renamed: "subscribe(completed:)")
  public func observeCompleted(_ body: @escaping () -> Void) -> Subscription { unavailable() }

  /// ReactiveSwift's name; here it is `subscribe(next:error:completed:disposed:)`.
  @available(*, unavailable, renamed: "subscribe(error:)")
  public func observeFailed(_ body: @escaping (any Error) -> Void) -> Subscription { unavailable() }

  /// ReactiveSwift's name; here it is `do(onNext:…)`.
  @available(*, unavailable, renamed: "do(onNext:onError:onCompleted:)")
  public func on(
    value: @escaping (Value) -> Void, failed: ((any Error) -> Void)? = nil, completed: (() -> Void)? = nil
  ) -> Signal<Value> { unavailable() }

  /// ReactiveSwift's name; here it is `do(onNext:…)`.
  @available(*, unavailable, message: "use 'do(onNext:…)'")
  public func on(
    starting: (() -> Void)? = nil, started: (() -> Void)? = nil, event: ((Event<Value>) -> Void)? = nil,
    failed: ((any Error) -> Void)? = nil, completed: (() -> Void)? = nil, interrupted: (() -> Void)? = nil,
    terminated: (() -> Void)? = nil, disposed: (() -> Void)? = nil
  ) -> Signal<Value> { unavailable() }

  /// ReactiveSwift's name; here it is `debug(_:limit:to:)`.
  @available(*, unavailable, message: "use 'debug(_:limit:to:)'")
  public func logEvents(identifier: String = "") -> Signal<Value> { unavailable() }
}
