import SignalTracing

extension Signal {
  /// Sets a property of an object to each value, as long as the object is in memory; keeps no reference to it.
  ///
  /// The property is set on the thread that sends. An error goes to `SignalHooks.onUnhandledError`. The subscription
  /// ends with this signal, or at the first value after the object went. As `RACSignal -setKeyPath:onObject:` and Combine
  /// `assign(to:on:)`.
  @discardableResult
  public func assign<Object: AnyObject & Sendable>(
    to path: any ReferenceWritableKeyPath<Object, Value> & Sendable, on object: Object,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    withUnretained(object, file: file, line: line).subscribe(
      next: { object, value in object[keyPath: path] = value }, file: file, line: line)
  }

  /// Calls a closure with an object and each value, as long as the object is in memory; keeps no reference to it.
  ///
  /// As Rx `Binder` and ReactiveSwift `BindingTarget`.
  @discardableResult
  public func bind<Object: AnyObject & Sendable>(
    to object: Object, file: StaticString = #fileID, line: UInt32 = #line,
    _ set: @escaping @Sendable (Object, Value) -> Void
  ) -> Subscription {
    withUnretained(object, file: file, line: line).subscribe(next: set, file: file, line: line)
  }

  /// Sends the events to a subject, its end included. As Rx `bind(to:)`.
  @discardableResult
  public func bind(
    to subject: Subject<Value>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    subscribe(
      next: { subject.next($0) }, error: { subject.error($0) }, completed: { subject.completed() },
      file: file, line: line)
  }

  /// Sends the values to a relay. Completion is not passed on; an error goes to `SignalHooks.onUnhandledError`.
  ///
  /// As Rx `bind(to:)`.
  @discardableResult
  public func bind(
    to relay: Relay<Value>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    subscribe(next: { relay.accept($0) }, file: file, line: line)
  }
}
