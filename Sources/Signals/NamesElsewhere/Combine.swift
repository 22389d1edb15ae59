// Made from tools/checks/names.txt by tools/checks/names --write.

extension Signal {
  /// Combine's name; here it is `map(_:)`.
  @available(*, unavailable, renamed: "map(_:)", message: "closures may throw")
  public func tryMap<Result: Sendable>(_ transform: @escaping (Value) throws -> Result) -> Signal<Result> {
    unavailable()
  }

  /// Combine's name; here it is `compactMap(_:)`.
  @available(*, unavailable, renamed: "compactMap(_:)", message: "closures may throw")
  public func tryCompactMap<Result: Sendable>(_ transform: @escaping (Value) throws -> Result?) -> Signal<
    Result
  > { unavailable() }

  /// Combine's name; here it is `flatMap(maxConcurrent:_:)`.
  @available(*, unavailable, renamed: "flatMap(maxConcurrent:_:)")
  public func flatMap<Result: Sendable>(
    maxPublishers: Any, _ transform: @escaping (Value) throws -> Signal<Result>
  ) -> Signal<Result> { unavailable() }

  /// Combine's name; here it is `scan(_:_:)`.
  @available(*, unavailable, renamed: "scan(_:_:)", message: "closures may throw")
  public func tryScan<Result: Sendable>(_ initial: Result, _ step: @escaping (Result, Value) throws -> Result)
    -> Signal<Result>
  { unavailable() }

  /// Combine's name; here it is `reduce(_:_:)`.
  @available(*, unavailable, renamed: "reduce(_:_:)", message: "closures may throw")
  public func tryReduce<Result: Sendable>(
    _ initial: Result, _ step: @escaping (Result, Value) throws -> Result
  ) -> Signal<Result> { unavailable() }

  /// Combine's name, for which nothing is needed here.
  @available(*, unavailable, message: "errors have no type: leave it out")
  public func setFailureType<Failure: Error>(to type: Failure.Type) -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `map(_:)`.
  @available(*, unavailable, message: "use 'map(_:)': 'map { $0 ?value }'")
  public func replaceNil<Wrapped: Sendable>(with value: Wrapped) -> Signal<Wrapped> where Value == Wrapped? {
    unavailable()
  }

  /// Combine's name; here it is `defaultIfEmpty(_:)`.
  @available(*, unavailable, renamed: "defaultIfEmpty(_:)")
  public func replaceEmpty(with value: Value) -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `encode(with:)`.
  @available(*, unavailable, renamed: "encode(with:)", message: "in 'SignalsFoundation'")
  public func encode(encoder: Any) -> Signal<[UInt8]> { unavailable() }

  /// Combine's name; here it is `filter(_:)`.
  @available(*, unavailable, renamed: "filter(_:)", message: "closures may throw")
  public func tryFilter(_ isIncluded: @escaping (Value) throws -> Bool) -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `distinctUntilChanged()`.
  @available(*, unavailable, renamed: "distinctUntilChanged()")
  public func removeDuplicates() -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `distinctUntilChanged(by:)`.
  @available(*, unavailable, renamed: "distinctUntilChanged(by:)", message: "closures may throw")
  public func removeDuplicates(by areEqual: @escaping (Value, Value) throws -> Bool) -> Signal<Value> {
    unavailable()
  }

  /// Combine's name; here it is `ignoreElements()`.
  @available(*, unavailable, renamed: "ignoreElements()")
  public func ignoreOutput() -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `first(where:)`.
  @available(*, unavailable, renamed: "first(where:)", message: "closures may throw")
  public func tryFirst(where condition: @escaping (Value) throws -> Bool) -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `last(where:)`.
  @available(*, unavailable, renamed: "last(where:)", message: "closures may throw")
  public func tryLast(where condition: @escaping (Value) throws -> Bool) -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `skip(_:)`.
  @available(*, unavailable, message: "use 'skip(_:)'")
  public func dropFirst() -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `skip(_:)`.
  @available(*, unavailable, renamed: "skip(_:)")
  public func dropFirst(_ count: Int) -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `skip(while:)`.
  @available(*, unavailable, renamed: "skip(while:)", message: "closures may throw")
  public func drop(while condition: @escaping (Value) throws -> Bool) -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `skip(until:)`.
  @available(*, unavailable, renamed: "skip(until:)")
  public func drop<Other: Sendable>(untilOutputFrom other: Signal<Other>) -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `take(_:)`.
  @available(*, unavailable, renamed: "take(_:)")
  public func prefix(_ count: Int) -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `take(inclusive:while:)`.
  @available(*, unavailable, renamed: "take(while:)", message: "closures may throw")
  public func prefix(while condition: @escaping (Value) throws -> Bool) -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `take(until:)`.
  @available(*, unavailable, renamed: "take(until:)")
  public func prefix<Other: Sendable>(untilOutputFrom other: Signal<Other>) -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `element(at:)`.
  @available(*, unavailable, renamed: "element(at:)", message: "fails where there is no such value")
  public func output(at index: Int) -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `skip(_:)` or `take(_:)`.
  @available(*, unavailable, renamed: "skip(_:)", message: "'skip(range.lowerBound).take(range.count)'")
  public func output(in range: Range<Int>) -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `all(_:)`.
  @available(*, unavailable, renamed: "all(_:)")
  public func allSatisfy(_ condition: @escaping (Value) throws -> Bool) -> Signal<Bool> { unavailable() }

  /// Combine's name; here it is `endWith(_:)` or `concat(_:_:)`.
  @available(*, unavailable, message: "use 'endWith(_:)' or 'concat(_:_:)': values; or a signal")
  public func append<Element>(_ elements: Element...) -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `startWith(_:)` or `concat(_:_:)`.
  @available(
    *, unavailable, message: "use 'startWith(_:)' or 'concat(_:_:)': values; or 'other.concat(signal)'"
  )
  public func prepend<Element>(_ elements: Element...) -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `catch(_:)`.
  @available(*, unavailable, renamed: "catch(_:)", message: "closures may throw")
  public func tryCatch(_ handler: @escaping (any Error) throws -> Signal<Value>) -> Signal<Value> {
    unavailable()
  }

  /// Combine's name; here it is `catchAndReturn(_:)`.
  @available(*, unavailable, renamed: "catchAndReturn(_:)")
  public func replaceError(with value: Value) -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `debounce(for:on:where:)`.
  @available(
    *, unavailable, renamed: "debounce(for:on:)", message: "the pending value is *sent* on completion"
  )
  public func debounce(for dueTime: Duration, scheduler: Any) -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `throttle(for:latest:on:)`.
  @available(*, unavailable, message: "use 'throttle(for:latest:on:)'")
  public func throttle(for interval: Duration, scheduler: Any, latest: Bool) -> Signal<Value> {
    unavailable()
  }

  /// Combine's name; here it is `delay(for:on:)`.
  @available(*, unavailable, renamed: "delay(for:on:)", message: "errors are not delayed")
  public func delay(for interval: Duration, scheduler: Any) -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `measureInterval(on:)`.
  @available(*, unavailable, renamed: "measureInterval(on:)")
  public func measureInterval(using scheduler: Any) -> Signal<Duration> { unavailable() }

  /// Combine's name; here it is `multicast(_:)`.
  @available(*, unavailable, renamed: "multicast(_:)")
  public func multicast(subject: Subject<Value>) -> MulticastConnection<Value> { unavailable() }

  /// Combine's name; here it is `publish()`.
  @available(*, unavailable, renamed: "publish()")
  public func makeConnectable() -> MulticastConnection<Value> { unavailable() }

  /// Combine's name; here it is `subscribe(next:error:completed:disposed:)`.
  @available(
    *, unavailable, renamed: "subscribe(next:)",
    message: "the handle may be let go of: the subscription stays"
  )
  public func sink(receiveValue: @escaping (Value) -> Void) -> Subscription { unavailable() }

  /// Combine's name; here it is `subscribe(next:error:completed:disposed:)`.
  @available(
    *, unavailable,
    message:
      "use 'subscribe(next:error:completed:disposed:)': the handle may be let go of: the subscription stays"
  )
  public func sink(
    receiveCompletion: @escaping (Event<Value>) -> Void, receiveValue: @escaping (Value) -> Void
  ) -> Subscription { unavailable() }

  /// Combine's name; here it is `bind(to:)`.
  @available(*, unavailable, renamed: "bind(to:)", message: "to a property")
  public func assign(to property: MutableProperty<Value>) -> Subscription { unavailable() }

  /// Combine's name; here it is `deliver(on:)`.
  @available(*, unavailable, renamed: "deliver(on:)", message: "order is kept on every scheduler")
  public func receive(on scheduler: Any) -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `do(onNext:…)`.
  @available(*, unavailable, message: "use 'do(onNext:…)'")
  public func handleEvents(
    receiveSubscription: ((Any) -> Void)? = nil, receiveOutput: ((Value) -> Void)? = nil,
    receiveCompletion: ((Event<Value>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil
  ) -> Signal<Value> { unavailable() }

  /// Combine's name; here it is `debug(_:limit:to:)`.
  @available(*, unavailable, message: "use 'debug(_:limit:to:)'")
  public func print(_ prefix: String = "") -> Signal<Value> { unavailable() }

  /// Combine's name, for which nothing is needed here.
  @available(*, unavailable, message: "there is one type: leave it out")
  public func eraseToAnyPublisher() -> Signal<Value> { unavailable() }
}
