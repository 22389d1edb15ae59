public import SignalTracing

/// A value, and the time at which it arrived.
public struct Timestamped<Value: Sendable>: Sendable {
  public let value: Value
  /// On the clock of the scheduler that `timestamp(on:)` was given.
  public let time: Duration

  public init(_ value: Value, at time: Duration) {
    self.value = value
    self.time = time
  }
}

extension Timestamped: Equatable where Value: Equatable {}
extension Timestamped: Hashable where Value: Hashable {}

extension Signal {
  /// Sends each value with the time at which it arrived, on the clock of `scheduler`.
  ///
  ///     source     a--b-|
  ///     timestamp  a--b-|     (a at 0, b at 3)
  ///
  /// Values are sent on the thread on which they arrive. Ends as the source does. As ReactiveX `timestamp`.
  @inlinable
  public func timestamp(
    on scheduler: some TimedScheduler = QueueScheduler.background, file: StaticString = #fileID,
    line: UInt32 = #line
  ) -> Signal<Timestamped<Value>> {
    lift(CallSite("timestamp", file, line)) { value, output in
      output.next(Timestamped(value, at: scheduler.now))
    }
  }

  /// Sends, for each value, the time since the value before; for the first, since the subscription.
  ///
  ///     source           --a---b-|
  ///     measureInterval  --2---4-|
  ///
  /// The time is measured on the clock of `scheduler`. Times are sent on the thread on which the values
  /// arrive. Ends as the source does. As Combine `measureInterval(using:)`.
  @inlinable
  public func measureInterval(
    on scheduler: some TimedScheduler = QueueScheduler.background, file: StaticString = #fileID,
    line: UInt32 = #line
  ) -> Signal<Duration> {
    lift(CallSite("measureInterval", file, line), state: scheduler.now) { before, _, output in
      let now = scheduler.now
      let interval = now - before
      before = now
      output.next(interval)
    }
  }
}
