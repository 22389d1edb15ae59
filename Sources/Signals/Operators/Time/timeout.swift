public import SignalTracing
public import TraceFormat

/// The error of `timeout`: the signal did not end, or did not send a value, in time.
public struct SignalTimeout: Error, Hashable, Sendable {
  /// The time that the signal had.
  public let limit: Duration

  public init(limit: Duration) { self.limit = limit }
}

extension Signal {
  /// Fails if the signal has not ended when `limit` has passed since the subscription.
  ///
  ///     source   a-b-c-d-|
  ///     timeout  a-b-c#        (limit 5)
  ///
  /// - Parameters:
  ///   - limit: the time within which the signal must end. Zero or less is over as soon as the scheduler runs
  ///     the work.
  ///   - scheduler: its clock measures the time.
  ///   - error: the error of the timeout; by default `SignalTimeout`. It is sent on `scheduler`.
  ///
  /// Else the signal ends as the source does. The source is disposed when the time is over. As
  /// `RACSignal -timeout:onScheduler:`.
  @inlinable
  public func timeout(
    _ limit: Duration, on scheduler: some TimedScheduler = QueueScheduler.background,
    error: (any Error)? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    timeout(
      CallSite("timeout", file, line, .stops), limit, restarts: false, on: scheduler,
      error ?? SignalTimeout(limit: limit))
  }

  /// Fails if no value arrives for `limit` after the subscription or after the value before.
  ///
  ///     source              a-b------c-|
  ///     timeout(eachValue:) a-b----#        (limit 5)
  ///
  /// - Parameters:
  ///   - limit: the longest time without a value. Zero or less is over as soon as the scheduler runs the
  ///     work.
  ///   - scheduler: its clock measures the time.
  ///   - error: the error of the timeout; by default `SignalTimeout`. It is sent on `scheduler`.
  ///
  /// Else the signal ends as the source does. The source is disposed when the time is over. As Rx `timeout`.
  @inlinable
  public func timeout(
    eachValue limit: Duration, on scheduler: some TimedScheduler = QueueScheduler.background,
    error: (any Error)? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    timeout(
      CallSite("timeout(eachValue:)", file, line, .stops), limit, restarts: true, on: scheduler,
      error ?? SignalTimeout(limit: limit))
  }

  /// Continues with `other` if no value arrives for `limit` after the subscription or after the value before.
  ///
  ///     source                    a-b------c-|
  ///     other                            x-|
  ///     timeout(eachValue:other:) a-b----x-|     (limit 5)
  ///
  /// The source is disposed then, and `other` is subscribed to on `scheduler`. Ends as the source does, or as
  /// `other` does; errors of both are sent on. As Rx `timeout(_:other:scheduler:)`.
  public func timeout(
    eachValue limit: Duration, other: Signal<Value>,
    on scheduler: some TimedScheduler = QueueScheduler.background,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let inTime = timeout(
      CallSite("timeout(eachValue:other:)", file, line, .stops), limit, restarts: true, on: scheduler, Late())
    return inTime.catch(file: file, line: line) { error in
      error is Late ? other : .fail(error, file: file, line: line)
    }
  }

  @inlinable
  func timeout(
    _ site: CallSite, _ limit: Duration, restarts: Bool, on scheduler: any TimedScheduler, _ error: any Error
  ) -> Signal<Value> {
    derived(at: site) { source, downstream in
      let timeout = Timeout(below: downstream, limit, on: scheduler, error)
      timeout.wait(for: limit)
      source.connectSerially(into: timeout, role: Role(.source)) { timeout, deadline, value in
        if restarts { deadline = timeout.nextDeadline }
        timeout.output(of: Value.self).next(value)
      }
    }
  }
}

@usableFromInline
final class Timeout: TimedJunction<Duration>, @unchecked Sendable {
  private let limit: Duration
  private let error: any Error

  @usableFromInline
  init(below downstream: Gate, _ limit: Duration, on scheduler: any TimedScheduler, _ error: any Error) {
    self.limit = limit
    self.error = error
    super.init(scheduler.now.later(by: limit), below: downstream, on: scheduler)
  }

  @usableFromInline var nextDeadline: Duration { scheduler.now.later(by: limit) }

  /// The timer is not moved with each value: when it fires before the deadline, it waits for the rest.
  override func timerFired(_ deadline: inout Duration) {
    let now = scheduler.now
    if now < deadline { wait(for: deadline - now) } else { downstream.end(.failed(error)) }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    endSerially(ending)
  }
}

/// An error inside `timeout(eachValue:other:)`. It never leaves that operator.
private struct Late: Error {}
