public import Signals

/// A scheduler whose time a test moves: Rx's name for it.
public typealias TestScheduler = VirtualTimeScheduler

extension VirtualTimeScheduler {
  /// Runs `body` at `time`. If `time` has passed, runs it when the time is moved next.
  @discardableResult
  public func schedule(at time: Duration, _ body: @escaping @Sendable () -> Void) -> Disposable {
    schedule(after: time - now, body)
  }

  /// Subscribes a recorder to `signal` now.
  ///
  /// - Parameter hearing: called during each event, after the event was recorded. It may send, subscribe or
  ///   dispose.
  public func record<Value: Sendable>(
    _ signal: Signal<Value>, hearing: (@Sendable (Recorded<Value>) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> TestSubscriber<Value> {
    let subscriber = TestSubscriber<Value>(on: self, hearing: hearing)
    subscriber.subscribe(to: signal, file: file, line: line)
    return subscriber
  }

  /// Makes a signal, subscribes a recorder to it, and moves the time to `end`.
  ///
  /// A subscription that is made now, usually at time 0, gets the values that hot sources send at this time.
  /// A later subscription or a disposal happens after all work that is due at its time. Do not call this
  /// within scheduled work. As Rx `TestScheduler.start`, whose default times are 100, 200 and 1000; here
  /// drawings begin at 0.
  ///
  /// - Parameters:
  ///   - created: the time at which `signal` is called.
  ///   - subscribed: the time at which the recorder subscribes, not before `created`.
  ///   - disposed: the time at which its subscription is disposed; with nil it is not disposed here.
  ///   - end: the time at which this returns, not before the other times.
  public func start<Value: Sendable>(
    created: Duration = .zero, subscribed: Duration = .zero, disposed: Duration? = nil,
    until end: Duration = .ticks(1000), file: StaticString = #fileID, line: UInt32 = #line,
    _ signal: () throws -> Signal<Value>
  ) rethrows -> TestSubscriber<Value> {
    wait(until: created)
    let made = try signal()
    wait(until: subscribed)
    let subscriber = record(made, file: file, line: line)
    if let disposed {
      wait(until: disposed)
      subscriber.dispose()
    }
    advance(to: end)
    return subscriber
  }

  /// Moves the time to `time`. Work that is due now stays if `time` is now.
  private func wait(until time: Duration) {
    if time > now { advance(to: time) }
  }
}
