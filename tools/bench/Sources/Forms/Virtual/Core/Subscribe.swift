public import SignalTracing

extension Signal {
  @inlinable
  @discardableResult
  public final func subscribe(
    next: (@Sendable (Value) -> Void)? = nil,
    error: (@Sendable (any Error) -> Void)? = nil,
    completed: (@Sendable () -> Void)? = nil,
    disposed: (@Sendable () -> Void)? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    let sink = Sink<Value>(
      root: TracedSubscription(site: CallSite("subscribe", file, line), downstream: nil, role: Role(.source)),
      site: site, next: next, error: error, completed: completed, disposed: disposed)
    connect(sink)
    return Subscription(sink)
  }
}
