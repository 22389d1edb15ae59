public import Signals

/// A scheduler whose time a test moves: Rx's name for it.
public typealias TestScheduler = VirtualTimeScheduler

extension VirtualTimeScheduler {
  /// Runs `body` when `time` is reached; at the next move of the time if that is past.
  @discardableResult
  public func schedule(at time: Duration, _ body: @escaping @Sendable () -> Void) -> Disposable {
    schedule(after: time - now, body)
  }

  /// Subscribes a recorder to `signal` now.
  ///
  /// - Parameter hearing: runs within each event, after it was recorded: to send, to subscribe or to dispose
  ///   from there.
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
  /// A subscription made now, at time 0 as a rule, gets the values that hot sources send at this time. A
  /// later subscription and a disposal come after everything that is due at their time. Not to be called from
  /// within scheduled work. As Rx `TestScheduler.start`, whose times are 100, 200 and 1000: drawings begin at
  /// 0.
  ///
  /// - Parameters:
  ///   - created: when `signal` is called.
  ///   - subscribed: when the recorder is subscribed, not before `created`.
  ///   - disposed: when its subscription is disposed; nil leaves that to the holder of the recorder.
  ///   - end: how far the time is moved, not less than to the other times.
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

  /// Leaves the work that is due now for later.
  private func wait(until time: Duration) {
    if time > now { advance(to: time) }
  }
}
