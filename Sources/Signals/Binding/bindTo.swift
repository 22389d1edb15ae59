import SignalTracing
import TraceFormat

extension Signal {
  /// Sets a property of an object to each value, as long as the object is in memory. Does not keep the object
  /// in memory.
  ///
  /// The property is set on the thread that sends. An error goes to `SignalHooks.onUnhandledError`. The
  /// subscription ends with this signal, or at the first value after the object went out of memory. As
  /// `RACSignal -setKeyPath:onObject:` and Combine `assign(to:on:)`.
  public func assign<Object: AnyObject & Sendable>(
    to path: any ReferenceWritableKeyPath<Object, Value> & Sendable, on object: Object,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    bind(to: object, at: CallSite("assign(to:on:)", file, line, .root)) { object, value in
      object[keyPath: path] = value
    }
  }

  /// Calls a closure with an object and each value, as long as the object is in memory. Does not keep the
  /// object in memory.
  ///
  /// An error goes to `SignalHooks.onUnhandledError`. The subscription ends with this signal, or at the first
  /// value after the object went out of memory. As Rx `Binder` and ReactiveSwift `BindingTarget`.
  public func bind<Object: AnyObject & Sendable>(
    to object: Object, file: StaticString = #fileID, line: UInt32 = #line,
    _ set: @escaping @Sendable (Object, Value) -> Void
  ) -> Subscription {
    bind(to: object, at: CallSite("bind(to:)", file, line, .root), set)
  }

  /// Sends all events to an observer, such as a subject, the end included. As Rx `bind(to:)`.
  public func bind(
    to observer: some Observer<Value>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    root(CallSite("bind(to:)", file, line, .root), to: observer)
  }

  /// Sends the values to a relay. Completion does not end the relay; an error goes to
  /// `SignalHooks.onUnhandledError`.
  ///
  /// As Rx `bind(to:)`.
  public func bind(
    to relay: Relay<Value>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    root(CallSite("bind(to:)", file, line, .root)) { value, _ in relay.accept(value) }
  }

  /// Sets a property to each value, as long as the property is in memory. Does not keep the property in
  /// memory.
  ///
  /// Completion does not end the property; an error goes to `SignalHooks.onUnhandledError`. As ReactiveSwift
  /// `<~`.
  public func bind(
    to property: MutableProperty<Value>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    bind(to: property, at: CallSite("bind(to:)", file, line, .root)) { property, value in property.set(value)
    }
  }

  private func bind<Object: AnyObject & Sendable>(
    to object: Object, at site: CallSite, _ set: @escaping @Sendable (Object, Value) -> Void
  ) -> Subscription {
    let reference = WeakReference(object)
    return root(site) { value, gate in
      if let object = reference.object { set(object, value) } else { gate.completed() }
    }
  }
}
