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
  public func record<Value: Sendable>(
    _ signal: Signal<Value>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> TestSubscriber<Value> {
    let subscriber = TestSubscriber<Value>(on: self)
    subscriber.subscribe(to: signal, file: file, line: line)
    return subscriber
  }

  /// Makes a signal, subscribes a recorder to it, and moves the time to `end`.
  ///
  /// What is subscribed at time 0 hears what hot sources send at time 0, and a disposal comes after what sources send
  /// at its time. As Rx `TestScheduler.start`, whose times are 100, 200 and 1000: drawings begin at 0.
  ///
  /// - Parameters:
  ///   - created: when `signal` is called.
  ///   - subscribed: when the recorder is subscribed, not before `created`.
  ///   - disposed: when its subscription is disposed; nil leaves that to whoever holds the recorder.
  ///   - end: how far the time is moved.
  public func start<Value: Sendable>(
    created: Duration = .zero, subscribed: Duration = .zero, disposed: Duration? = nil,
    until end: Duration = .ticks(1000), file: StaticString = #fileID, line: UInt32 = #line,
    _ signal: @escaping @Sendable () -> Signal<Value>
  ) -> TestSubscriber<Value> {
    let subscriber = TestSubscriber<Value>(on: self)
    at(created) { [self] in
      let made = signal()
      at(subscribed) {
        subscriber.subscribe(to: made, file: file, line: line)
        if let disposed { self.schedule(at: disposed) { subscriber.dispose() } }
      }
    }
    advance(to: end)
    return subscriber
  }

  /// At once, where that time has come.
  private func at(_ time: Duration, _ body: @escaping @Sendable () -> Void) {
    if time <= now { body() } else { schedule(at: time, body) }
  }
}
