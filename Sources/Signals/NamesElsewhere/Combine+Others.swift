// Made from tools/checks/names.txt by tools/checks/names --write.

extension Subject {
  /// Combine's name; here it is `Subject.next(_:)` or `Subscriber.next(_:)`.
  @_documentation(visibility: internal)
  @available(
    *, deprecated, renamed: "next(_:)",
    message: "use 'next(_:)': 'send' waits until takers have room here, and is for tasks"
  )
  public func send(_ value: Value) { next(value) }

  /// Combine's name; here it is `Subject.completed()` or `Subject.error(_:)`.
  @available(*, unavailable, message: "use 'Subject.completed()' or 'Subject.error(_:)'")
  public func send(completion: Event<Value>) { unavailable() }
}

extension Subscriber {
  /// Combine's name; here it is `Subject.next(_:)` or `Subscriber.next(_:)`.
  @_documentation(visibility: internal)
  @available(
    *, deprecated, renamed: "next(_:)",
    message: "use 'next(_:)': 'send' waits until takers have room here, and is for tasks"
  )
  public func send(_ value: Value) { next(value) }
}

extension Disposable {
  /// Combine's name; here it is `Disposable.disposed(by:)`.
  @available(*, unavailable, message: "use 'Disposable.disposed(by:)': into a 'DisposeBag'")
  public func store<Holder>(in holder: inout Holder) { unavailable() }
}
