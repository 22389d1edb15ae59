// Made from tools/checks/names.txt by tools/checks/names --write.

extension Lifetime {
  /// ReactiveSwift's name; here it is `Lifetime.onEnded(_:)`.
  @available(*, unavailable, renamed: "onEnded(_:)")
  public func observeEnded(_ body: @escaping @Sendable () -> Void) -> Disposable? { unavailable() }
}

extension Property {
  /// ReactiveSwift's name; here it is `not()`.
  @available(*, unavailable, renamed: "not()")
  public func negate() -> Property<Bool> where Value == Bool { unavailable() }

  /// ReactiveSwift's name; here it is `distinctUntilChanged()`.
  @available(*, unavailable, renamed: "distinctUntilChanged()")
  public func skipRepeats() -> Property<Value> { unavailable() }

  /// ReactiveSwift's name; here it is `Property.signal`.
  @available(*, unavailable, renamed: "signal", message: "sends the value first")
  public var producer: Signal<Value> { unavailable() }
}

extension Subject {
  /// ReactiveSwift's name; here it is `Subject.next(_:)` or `Subscriber.next(_:)`.
  @available(*, unavailable, renamed: "next(_:)")
  public func send(value: Value) { unavailable() }

  /// ReactiveSwift's name; here it is `Subject.error(_:)` or `Gate.error(_:)`.
  @available(*, unavailable, renamed: "error(_:)")
  public func send(error: any Error) { unavailable() }
}

extension Subscriber {
  /// ReactiveSwift's name; here it is `Subject.next(_:)` or `Subscriber.next(_:)`.
  @available(*, unavailable, renamed: "next(_:)")
  public func send(value: Value) { unavailable() }

  /// ReactiveSwift's name; here it is `Subject.error(_:)` or `Gate.error(_:)`.
  @available(*, unavailable, renamed: "error(_:)")
  public func send(error: any Error) { unavailable() }
}

extension Action {
  /// ReactiveSwift's name; here it is `Action.execute(_:)`.
  @available(*, unavailable, renamed: "execute(_:)")
  public func apply(_ input: Input) -> Signal<Output> { unavailable() }

  /// ReactiveSwift's name; here it is `Action.completions`.
  @available(*, unavailable, renamed: "completions")
  public var completed: Signal<Void> { unavailable() }
}
