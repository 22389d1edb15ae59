// Made from tools/checks/names.txt by tools/checks/names --write.

extension Signal {
  /// ReactiveObjC's name; here it is `create(_:)`.
  @available(*, unavailable, renamed: "create(_:)")
  public static func createSignal(_ body: @escaping (Subscriber<Value>) -> Disposable) -> Signal<Value> {
    unavailable()
  }

  /// ReactiveObjC's name; here it is `flatMap(_:)`.
  @available(*, unavailable, renamed: "flatMap(_:)")
  public func flattenMap<Result: Sendable>(_ transform: @escaping (Value) throws -> Signal<Result>) -> Signal<
    Result
  > { unavailable() }

  /// ReactiveObjC's name; here it is `merge(maxConcurrent:)`.
  @available(*, unavailable, renamed: "merge()", message: "0 is no limit, as there")
  public func flatten<Inner: Sendable>() -> Signal<Inner> where Value == Signal<Inner> { unavailable() }

  /// ReactiveObjC's name; here it is `merge(maxConcurrent:)`.
  @available(*, unavailable, renamed: "merge(maxConcurrent:)", message: "0 is no limit, as there")
  public func flatten<Inner: Sendable>(_ maxConcurrent: Int) -> Signal<Inner> where Value == Signal<Inner> {
    unavailable()
  }

  /// ReactiveObjC's name; here it is `map(_:)`.
  @available(*, unavailable, renamed: "map(_:)", message: "the closure takes the tuple")
  public func reduceEach<Result: Sendable>(_ transform: @escaping (Value) throws -> Result) -> Signal<Result>
  { unavailable() }

  /// ReactiveObjC's name; here it is `ignoreValue(_:)`.
  @available(*, unavailable, renamed: "ignoreValue(_:)")
  public func ignore(_ value: Value) -> Signal<Value> { unavailable() }

  /// ReactiveObjC's name; here it is `ignoreElements()`.
  @available(*, unavailable, renamed: "ignoreElements()")
  public func ignoreValues() -> Signal<Value> { unavailable() }

  /// ReactiveObjC's name; here it is `take(inclusive:until:)`.
  @available(*, unavailable, renamed: "take(until:)")
  public func takeUntilBlock(_ condition: @escaping (Value) throws -> Bool) -> Signal<Value> { unavailable() }

  /// ReactiveObjC's name; here it is `take(inclusive:while:)`.
  @available(*, unavailable, renamed: "take(while:)")
  public func takeWhileBlock(_ condition: @escaping (Value) throws -> Bool) -> Signal<Value> { unavailable() }

  /// ReactiveObjC's name; here it is `take(until:)`.
  @available(*, unavailable, renamed: "take(until:)")
  public func takeUntil<Other: Sendable>(_ trigger: Signal<Other>) -> Signal<Value> { unavailable() }

  /// ReactiveObjC's name; here it is `take(untilReplacement:)`.
  @available(*, unavailable, renamed: "take(untilReplacement:)")
  public func takeUntilReplacement(_ replacement: Signal<Value>) -> Signal<Value> { unavailable() }

  /// ReactiveObjC's name; here it is `skip(until:)`.
  @available(*, unavailable, renamed: "skip(until:)")
  public func skipUntilBlock(_ condition: @escaping (Value) throws -> Bool) -> Signal<Value> { unavailable() }

  /// ReactiveObjC's name; here it is `skip(while:)`.
  @available(*, unavailable, renamed: "skip(while:)")
  public func skipWhileBlock(_ condition: @escaping (Value) throws -> Bool) -> Signal<Value> { unavailable() }

  /// ReactiveObjC's name; here it is `combineLatest(with:)`.
  @available(*, unavailable, renamed: "combineLatest(with:)")
  public func combineLatestWith<Other: Sendable>(_ other: Signal<Other>) -> Signal<(Value, Other)> {
    unavailable()
  }

  /// ReactiveObjC's name; here it is `zip(with:)`.
  @available(*, unavailable, renamed: "zip(with:)", message: "completes as soon as no partner can come")
  public func zipWith<Other: Sendable>(_ other: Signal<Other>) -> Signal<(Value, Other)> { unavailable() }

  /// ReactiveObjC's name; here it is `subscribe(next:error:completed:disposed:)`.
  @available(*, unavailable, renamed: "subscribe(next:)")
  public func subscribeNext(_ next: @escaping (Value) -> Void) -> Subscription { unavailable() }

  /// ReactiveObjC's name; here it is `subscribe(next:error:completed:disposed:)`.
  @available(*, unavailable, renamed: "subscribe(error:)")
  public func subscribeError(_ error: @escaping (any Error) -> Void) -> Subscription { unavailable() }

  /// ReactiveObjC's name; here it is `subscribe(next:error:completed:disposed:)`.
  @available(*, unavailable, renamed: "subscribe(completed:)")
  public func subscribeCompleted(_ completed: @escaping () -> Void) -> Subscription { unavailable() }

  /// ReactiveObjC's name; here it is `deliver(on:)`.
  @available(*, unavailable, renamed: "deliver(on:)")
  public func deliverOn(_ scheduler: Any) -> Signal<Value> { unavailable() }

  /// ReactiveObjC's name; here it is `deliverOnMain()`.
  @available(*, unavailable, renamed: "deliverOnMain()")
  public func deliverOnMainThread() -> Signal<Value> { unavailable() }

  /// ReactiveObjC's name; here it is `do(onNext:)`.
  @available(*, unavailable, renamed: "do(onNext:)")
  public func doNext(_ body: @escaping (Value) -> Void) -> Signal<Value> { unavailable() }

  /// ReactiveObjC's name; here it is `do(onNext:…)`.
  @available(*, unavailable, renamed: "do(onError:)")
  public func doError(_ body: @escaping (any Error) -> Void) -> Signal<Value> { unavailable() }

  /// ReactiveObjC's name; here it is `do(onNext:…)`.
  @available(*, unavailable, renamed: "do(onCompleted:)")
  public func doCompleted(_ body: @escaping () -> Void) -> Signal<Value> { unavailable() }

  /// ReactiveObjC's name; here it is `onSubscribe(_:)`.
  @available(*, unavailable, renamed: "onSubscribe(_:)")
  public func initially(_ body: @escaping () -> Void) -> Signal<Value> { unavailable() }

  /// ReactiveObjC's name; here it is `debug(_:limit:to:)`.
  @available(*, unavailable, renamed: "debug()")
  public func logAll() -> Signal<Value> { unavailable() }
}
