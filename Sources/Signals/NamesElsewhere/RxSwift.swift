// Made from tools/checks/names.txt by tools/checks/names --write.

extension Signal {
  /// RxSwift's name; here it is `fail(_:)`.
  @available(*, unavailable, renamed: "fail(_:)")
  public static func error(_ error: any Error) -> Signal<Value> { unavailable() }

  /// RxSwift's name; here it is `fromSequence(_:on:)`.
  @available(*, unavailable, renamed: "fromSequence(_:on:)")
  public static func from(_ sequence: some Sequence<Value>, scheduler: Any) -> Signal<Value> { unavailable() }

  /// RxSwift's name; here it is `fromOptional(_:)`.
  @available(*, unavailable, renamed: "fromOptional(_:)")
  public static func from(optional value: Value?) -> Signal<Value> { unavailable() }

  /// RxSwift's name; here it is `interval(_:leeway:on:)`.
  @available(*, unavailable, renamed: "interval(_:on:)")
  public static func interval(_ period: Duration, scheduler: Any) -> Signal<Int> { unavailable() }

  /// RxSwift's name; here it is `timer(after:every:leeway:on:)`.
  @available(*, unavailable, renamed: "timer(after:every:on:)")
  public static func timer(_ dueTime: Duration, period: Duration? = nil, scheduler: Any) -> Signal<Int> {
    unavailable()
  }

  /// RxSwift's name, for which nothing is needed here.
  @available(*, unavailable, message: "a subject is a signal already; of a trait it is '.signal'")
  public func asObservable() -> Signal<Value> { unavailable() }

  /// RxSwift's name; here it is `collect()`.
  @available(*, unavailable, renamed: "collect()", message: "a signal, not a 'Single'")
  public func toArray() -> Signal<[Value]> { unavailable() }

  /// RxSwift's name; here it is `buffer(for:count:on:)`.
  @available(
    *, unavailable, renamed: "buffer(for:count:on:)",
    message: "empty buffers are not sent: ReactiveObjC's rule"
  )
  public func buffer(timeSpan: Duration, count: Int, scheduler: Any) -> Signal<[Value]> { unavailable() }

  /// RxSwift's name; here it is `window(for:count:on:)`.
  @available(
    *, unavailable, renamed: "window(for:count:on:)", message: "also 'window(count:)' and 'window(on:)'"
  )
  public func window(timeSpan: Duration, count: Int, scheduler: Any) -> Signal<Signal<Value>> {
    unavailable()
  }

  /// RxSwift's name; here it is `decode(_:with:)`.
  @available(*, unavailable, renamed: "decode(_:with:)", message: "in 'SignalsFoundation'")
  public func decode<Item: Sendable>(type: Item.Type, decoder: Any) -> Signal<Item> { unavailable() }

  /// RxSwift's name; here it is `take(for:on:)`.
  @available(*, unavailable, renamed: "take(for:on:)")
  public func take(for duration: Duration, scheduler: Any) -> Signal<Value> { unavailable() }

  /// RxSwift's name; here it is `skip(for:on:)`.
  @available(*, unavailable, renamed: "skip(for:on:)")
  public func skip(_ duration: Duration, scheduler: Any) -> Signal<Value> { unavailable() }

  /// RxSwift's name; here it is `defaultIfEmpty(_:)`.
  @available(*, unavailable, renamed: "defaultIfEmpty(_:)")
  public func ifEmpty(default value: Value) -> Signal<Value> { unavailable() }

  /// RxSwift's name; here it is `switchIfEmpty(_:)`.
  @available(*, unavailable, renamed: "switchIfEmpty(_:)")
  public func ifEmpty(switchTo other: Signal<Value>) -> Signal<Value> { unavailable() }

  /// RxSwift's name; here it is `switchToLatest()`.
  @available(*, unavailable, renamed: "switchToLatest()")
  public func switchLatest<Inner: Sendable>() -> Signal<Inner> where Value == Signal<Inner> { unavailable() }

  /// RxSwift's name; here it is `catch(_:)` or `catchAndReturn(_:)`.
  @available(*, unavailable, renamed: "catchAndReturn(_:)", message: "RxSwift 5's names")
  public func catchErrorJustReturn(_ value: Value) -> Signal<Value> { unavailable() }

  /// RxSwift's name; here it is `timeout(eachValue:on:error:)`.
  @available(
    *, unavailable, renamed: "timeout(eachValue:on:)", message: "'timeout(_:on:)' is the time until the end"
  )
  public func timeout(_ dueTime: Duration, scheduler: Any) -> Signal<Value> { unavailable() }

  /// RxSwift's name; here it is `timeout(eachValue:other:on:)`.
  @available(*, unavailable, renamed: "timeout(eachValue:other:on:)")
  public func timeout(_ dueTime: Duration, other: Signal<Value>, scheduler: Any) -> Signal<Value> {
    unavailable()
  }

  /// RxSwift's name; here it is `debounce(for:on:where:)`.
  @available(
    *, unavailable, renamed: "debounce(for:on:)",
    message: "flushes on completion, drops on an error, as there"
  )
  public func debounce(_ dueTime: Duration, scheduler: Any) -> Signal<Value> { unavailable() }

  /// RxSwift's name; here it is `throttle(for:latest:on:)`.
  @available(*, unavailable, renamed: "throttle(for:latest:on:)")
  public func throttle(_ dueTime: Duration, latest: Bool, scheduler: Any) -> Signal<Value> { unavailable() }

  /// RxSwift's name; here it is `throttle(for:latest:on:)`.
  @available(*, unavailable, renamed: "throttle(for:on:)")
  public func throttle(_ dueTime: Duration, scheduler: Any) -> Signal<Value> { unavailable() }

  /// RxSwift's name; here it is `delay(for:on:)`.
  @available(*, unavailable, renamed: "delay(for:on:)", message: "an error overtakes waiting values")
  public func delay(_ dueTime: Duration, scheduler: Any) -> Signal<Value> { unavailable() }

  /// RxSwift's name; here it is `delaySubscription(for:on:)`.
  @available(*, unavailable, renamed: "delaySubscription(for:on:)")
  public func delaySubscription(_ dueTime: Duration, scheduler: Any) -> Signal<Value> { unavailable() }

  /// RxSwift's name; here it is `replay()`.
  @available(*, unavailable, renamed: "replay()", message: "connects at once, as in ReactiveObjC")
  public func replayAll() -> MulticastConnection<Value> { unavailable() }

  /// RxSwift's name; here it is `subscribe(next:error:completed:disposed:)`.
  @available(*, unavailable, renamed: "subscribe(next:error:completed:disposed:)")
  public func subscribe(
    onNext: @escaping (Value) -> Void, onError: ((any Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
  ) -> Subscription { unavailable() }

  /// RxSwift's name; here it is `subscribe(with:next:error:completed:disposed:)`.
  @available(*, unavailable, renamed: "subscribe(with:next:error:completed:disposed:)")
  public func subscribe<Object: AnyObject>(
    with object: Object, onNext: @escaping (Object, Value) -> Void,
    onError: ((Object, any Error) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil,
    onDisposed: ((Object) -> Void)? = nil
  ) -> Subscription { unavailable() }

  /// RxSwift's name; here it is `deliver(on:)`.
  @available(*, unavailable, renamed: "deliver(on:)", message: "order is kept on every scheduler")
  public func observe(on scheduler: Any) -> Signal<Value> { unavailable() }

  /// RxSwift's name; here it is `deliver(on:)` or `subscribe(on:)`.
  @available(*, unavailable, renamed: "deliver(on:)", message: "RxSwift 5's names")
  public func observeOn(_ scheduler: Any) -> Signal<Value> { unavailable() }

  /// RxSwift's name; here it is `deliver(on:)` or `subscribe(on:)`.
  @available(*, unavailable, renamed: "subscribe(on:)", message: "RxSwift 5's names")
  public func subscribeOn(_ scheduler: Any) -> Signal<Value> { unavailable() }

  /// RxSwift's name; here it is `blocking(timeout:)`.
  @available(
    *, unavailable, renamed: "blocking(timeout:)",
    message: "throws where waiting would never end, as far as that is known"
  )
  public func toBlocking(timeout: Duration? = nil) -> Blocking<Value> { unavailable() }
}
