public import SignalTracing
import TraceFormat

extension Signal {
  /// Subscribes for a function that the program called at `caller`: a root with another name than
  /// `subscribe`.
  ///
  /// - Parameter receive: called with each value and the root's gate. Completing the gate ends the
  ///   subscription.
  func root(
    _ caller: CallSite, error: (@Sendable (any Error) -> Void)? = nil,
    completed: (@Sendable () -> Void)? = nil, disposed: (@Sendable () -> Void)? = nil,
    receive: @escaping Subscriber<Value>.Receive
  ) -> Subscription {
    root(
      TracedSubscription(site: caller, downstream: nil, role: Role(.source)), error: error,
      completed: completed, disposed: disposed, receive: receive)
  }

  /// Subscribes as a root that its caller has made.
  @usableFromInline
  func root(
    _ root: TracedSubscription, error: (@Sendable (any Error) -> Void)? = nil,
    completed: (@Sendable () -> Void)? = nil, disposed: (@Sendable () -> Void)? = nil,
    receive: @escaping Subscriber<Value>.Receive
  ) -> Subscription {
    let sink = Sink<Value>(
      root: root, site: site, error: error, completed: completed, disposed: disposed, receive: receive)
    connect(sink)
    return .handle(of: Unmanaged<Gate>.passRetained(consume sink))
  }
}
