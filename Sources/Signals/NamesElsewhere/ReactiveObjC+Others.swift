// Made from tools/checks/names.txt by tools/checks/names --write.

extension Subject {
  /// ReactiveObjC's name; here it is `Subject.next(_:)` or `Subscriber.next(_:)`.
  @available(*, unavailable, renamed: "next(_:)")
  public func sendNext(_ value: Value) { unavailable() }

  /// ReactiveObjC's name; here it is `Subject.error(_:)` or `Gate.error(_:)`.
  @available(*, unavailable, renamed: "error(_:)")
  public func sendError(_ error: any Error) { unavailable() }

  /// ReactiveObjC's name; here it is `Subject.completed()` or `Gate.completed()`.
  @available(*, unavailable, renamed: "completed()")
  public func sendCompleted() { unavailable() }
}

extension Subscriber {
  /// ReactiveObjC's name; here it is `Subject.next(_:)` or `Subscriber.next(_:)`.
  @available(*, unavailable, renamed: "next(_:)")
  public func sendNext(_ value: Value) { unavailable() }

  /// ReactiveObjC's name; here it is `Subject.error(_:)` or `Gate.error(_:)`.
  @available(*, unavailable, renamed: "error(_:)")
  public func sendError(_ error: any Error) { unavailable() }

  /// ReactiveObjC's name; here it is `Subject.completed()` or `Gate.completed()`.
  @available(*, unavailable, renamed: "completed()")
  public func sendCompleted() { unavailable() }
}

extension Action {
  /// ReactiveObjC's name; here it is `Action.executions`.
  @available(*, unavailable, renamed: "executions")
  public var executionSignals: Signal<Signal<Output>> { unavailable() }

  /// ReactiveObjC's name; here it is `Action.isExecuting`.
  @available(*, unavailable, renamed: "isExecuting")
  public var executing: Property<Bool> { unavailable() }
}
