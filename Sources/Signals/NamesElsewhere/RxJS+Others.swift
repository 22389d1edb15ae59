// Made from tools/checks/names.txt by tools/checks/names --write.

extension Disposable {
  /// RxJS's name; here it is `Disposable.dispose()`.
  @available(*, unavailable, renamed: "dispose()")
  public func unsubscribe() { unavailable() }
}

extension BehaviorSubject {
  /// RxJS's name; here it is `BehaviorSubject.value`.
  @available(*, unavailable, message: "use 'BehaviorSubject.value'")
  public func getValue() -> Value { unavailable() }
}

extension Subject {
  /// RxJS's name; here it is `Subject.next(_:)` or `Subject.error(_:)` or `Subject.completed()`.
  @available(*, unavailable, renamed: "completed()")
  public func complete() { unavailable() }

  /// RxJS's name; here it is `Subject.hasSubscribers`.
  @available(*, unavailable, renamed: "hasSubscribers")
  public var observed: Bool { unavailable() }
}

extension Subscriber {
  /// RxJS's name; here it is `Subject.next(_:)` or `Subject.error(_:)` or `Subject.completed()`.
  @available(*, unavailable, renamed: "completed()")
  public func complete() { unavailable() }
}
