import SignalTracing

/// A scheduler whose time stands still until a thread moves it. The work that becomes due runs on that
/// thread.
///
/// For tests, and for programs that take the time from their data. Work is done in order of time; at equal
/// times, the work that was scheduled first runs first. Any thread may schedule and move the time. As
/// `RACTestScheduler` and Rx `VirtualTimeScheduler`.
public final class VirtualTimeScheduler: TimedScheduler {
  public let identity = SchedulerIdentity("virtual time")
  private let agenda: Mutex<Agenda>

  /// A scheduler whose time begins at `start`.
  public init(startingAt start: Duration = .zero) { agenda = Mutex(Agenda(now: start)) }

  /// The time reached so far. Within a piece of work: the time for which the work was scheduled.
  public var now: Duration { agenda.withLock { $0.now } }

  /// True if no work is scheduled.
  public var isIdle: Bool { agenda.withLock { $0.nextTime == nil } }

  /// True if no thread moves the time now.
  var isStandingStill: Bool { agenda.withLock { $0.isStandingStill } }

  /// The time for which the next piece of work is scheduled; nil if no work is.
  public var nextTime: Duration? { agenda.withLock { $0.nextTime } }

  /// Moves the time forward by `duration` and runs all work that is due, in its order, including work that is
  /// scheduled meanwhile.
  ///
  /// Within a piece of work it only moves the goal: the thread that moves the time goes on to the new goal. A
  /// negative duration moves nothing.
  public func advance(by duration: Duration) { advance(to: now.later(by: duration)) }

  /// Moves the time forward to `time`, as `advance(by:)` does. A time in the past moves nothing.
  public func advance(to time: Duration) { advance(to: .time(time)) }

  /// Moves the time forward until no work is scheduled any more. With repeating work it does not return.
  public func run() { advance(to: .idle) }

  private func advance(to goal: Agenda.Goal) {
    guard agenda.withLock({ $0.begin(goal) }) else { return }
    while let work = agenda.withLock({ $0.takeNext() }) { work.run(on: self) }
  }

  public func enqueue(_ work: ScheduledWork) {
    agenda.withLock { $0.add(work, after: .zero, every: nil) }
  }

  public func enqueue(_ work: ScheduledWork, after delay: Duration, leeway: Duration) {
    agenda.withLock { $0.add(work, after: delay, every: nil) }
  }

  public func enqueue(
    _ work: ScheduledWork, after delay: Duration, every interval: Duration, leeway: Duration
  ) {
    agenda.withLock { $0.add(work, after: delay, every: interval) }
  }
}
