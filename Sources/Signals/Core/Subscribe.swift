public import SignalTracing
public import TraceFormat

extension Signal {
  /// Subscribes: starts the signal and calls the closures with its events.
  ///
  /// - Parameters:
  ///   - next: a value arrived. At most one of the closures runs at a time, on the thread that sends.
  ///   - error: the signal failed; nothing arrives afterwards. Without it an error goes to
  ///     `SignalHooks.onUnhandledError`.
  ///   - completed: the signal completed; nothing arrives afterwards.
  ///   - disposed: runs once, last, after everything upstream was disposed, however the subscription ended.
  /// - Returns: the handle whose `dispose()` ends the subscription. Releasing the handle does not end it: the
  ///   trace then says `handle__released`. Write `_ =` if something else ends the subscription.
  ///
  /// As `RACSignal -subscribeNext:error:completed:` and Rx
  /// `subscribe(onNext:onError:onCompleted:onDisposed:)`.
  @inlinable
  public final func subscribe(
    next: (@Sendable (Value) -> Void)? = nil,
    error: (@Sendable (any Error) -> Void)? = nil,
    completed: (@Sendable () -> Void)? = nil,
    disposed: (@Sendable () -> Void)? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    let receive: Subscriber<Value>.Receive
    if let next {
      receive = { value, _ in next(value) }
    } else {
      receive = { _, _ in }
    }
    let hearsEnd = completed != nil || disposed != nil
    let traits = hearsEnd ? SiteTraits.root : SiteTraits.root.union(.unheardEnd)
    let sink = Sink<Value>(
      root: TracedSubscription(
        site: CallSite("subscribe", file, line, traits), downstream: nil, role: Role(.source)),
      site: site, error: error, completed: completed, disposed: disposed, receive: receive)
    connect(sink)
    return .handle(of: Unmanaged<Gate>.passRetained(consume sink))
  }
}
