import SignalTracing
import TraceFormat

/// A receiver of events: the subscriber that `create` hands to its closure, a subject, or a type of your own.
///
/// The sender must keep the grammar `next* (error | completed)?` and send one event at a time; a `Subject`
/// and a `ChannelTerminal` ensure both themselves. As Rx `ObserverType` and `RACSubscriber`.
public protocol Observer<Value>: Sendable {
  associatedtype Value: Sendable

  /// Receives a value.
  func next(_ value: Value)
  /// Receives the error that ends the signal.
  func error(_ error: any Error)
  /// Receives the completion.
  func completed()
}

extension Observer {
  /// Calls the method for this kind of event: the inverse of `materialize`.
  public func send(_ event: Event<Value>) {
    switch event {
    case .next(let value): next(value)
    case .error(let error): self.error(error)
    case .completed: completed()
    }
  }
}

extension Subscriber: Observer {}
extension Subject: Observer {}
extension ChannelTerminal: Observer {}

extension Signal {
  /// Subscribes, and sends every event to an observer. The subscription keeps the observer until it ends.
  ///
  ///     source    -1-2-|
  ///     observer  -1-2-|
  ///
  /// - Returns: the handle whose `dispose()` ends the subscription. The observer is not told of a disposal.
  ///
  /// The observer receives the events one at a time, on the thread on which the source sends them. As Rx
  /// `subscribe(_:)`.
  public func subscribe(
    _ observer: some Observer<Value>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    root(CallSite("subscribe", file, line, .root), to: observer)
  }

  func root(_ caller: CallSite, to observer: some Observer<Value>) -> Subscription {
    root(caller, error: { observer.error($0) }, completed: { observer.completed() }) { value, _ in
      observer.next(value)
    }
  }
}
