import SignalTracing
import TraceFormat

/// A receiver of events: the subscriber that `create` hands to its closure, a subject, or a type of your own.
///
/// The sender must keep the grammar `next* (error | completed)?` and send one event at a time; a `Subject`
/// and its like take care of both themselves. As Rx `ObserverType` and `RACSubscriber`.
public protocol Observer<Value>: Sendable {
  associatedtype Value: Sendable

  /// Takes a value.
  func next(_ value: Value)
  /// Takes the end by an error.
  func error(_ error: any Error)
  /// Takes the end.
  func completed()
}

extension Observer {
  /// Takes an event: the inverse of `materialize`.
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
  /// Subscribes, and sends every event to an observer, which is kept until the end.
  ///
  ///     source    -1-2-|
  ///     observer  -1-2-|
  ///
  /// - Returns: what ends the subscription; the observer is not told of that.
  ///
  /// The events arrive where the source sends them, one at a time. As Rx `subscribe(_:)`.
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
