import SignalTracing
import TraceFormat

extension Signal {
  /// Subscribes, and passes an object to each closure. Does not keep the object in memory.
  ///
  ///     button.subscribe(with: self, next: { view, _ in view.reload() }).disposed(by: bag)
  ///
  /// After the object has gone out of memory, no closure is called any more. That does not end the
  /// subscription: a bag that the object owns, or `take(during:)`, ends it.
  ///
  /// - Parameters:
  ///   - object: the object that the closures are handed.
  ///   - next: a value arrived. At most one of the closures runs at a time, on the thread that sends.
  ///   - error: the signal failed; nothing arrives afterwards. Without it an error goes to
  ///     `SignalHooks.onUnhandledError`.
  ///   - completed: the signal completed; nothing arrives afterwards.
  ///   - disposed: runs once, last, after everything upstream was disposed, however the subscription ended.
  /// - Returns: the handle whose `dispose()` ends the subscription. Releasing the handle does not.
  ///
  /// As RxSwift `subscribe(with:onNext:onError:onCompleted:onDisposed:)`.
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object,
    next: (@Sendable (Object, Value) -> Void)? = nil,
    error: (@Sendable (Object, any Error) -> Void)? = nil,
    completed: (@Sendable (Object) -> Void)? = nil,
    disposed: (@Sendable (Object) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    let reference = WeakReference(object)
    let hearsEnd = completed != nil || disposed != nil
    let traits = hearsEnd ? SiteTraits.root : SiteTraits.root.union(.unheardEnd)
    var fails: (@Sendable (any Error) -> Void)?
    if let error { fails = { failure in if let object = reference.object { error(object, failure) } } }
    return root(
      CallSite("subscribe(with:)", file, line, traits), error: fails,
      completed: reference.calling(completed), disposed: reference.calling(disposed)
    ) { value, _ in
      if let next, let object = reference.object { next(object, value) }
    }
  }
}

extension WeakReference {
  /// Calls a closure with the object, as long as the object is in memory.
  fileprivate func calling(_ body: (@Sendable (Object) -> Void)?) -> (@Sendable () -> Void)? {
    guard let body else { return nil }
    return { if let object = self.object { body(object) } }
  }
}
