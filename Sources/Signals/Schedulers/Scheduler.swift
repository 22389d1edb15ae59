import SignalTracing

/// Runs work, one piece at a time, in the order in which it was enqueued.
///
/// A type that conforms provides its identity and decides where `enqueue` runs the work. The work itself
/// carries its context and reports to tracers, in the same way on every scheduler. As `RACScheduler`.
public protocol Scheduler: Sendable {
  /// The scheduler's name and number in traces.
  var identity: SchedulerIdentity { get }

  /// Calls `work.run(on:)` once, after all work that was enqueued before. Any thread.
  func enqueue(_ work: ScheduledWork)
}

/// A scheduler with a clock.
public protocol TimedScheduler: Scheduler {
  /// The time since a moment that the scheduler chooses, on a clock that never goes back.
  var now: Duration { get }

  /// Calls `work.run(on:)` once, when `delay` has passed or up to `leeway` later. Any thread.
  ///
  /// A delay of zero or less means as soon as possible.
  func enqueue(_ work: ScheduledWork, after delay: Duration, leeway: Duration)

  /// Calls `work.run(on:)` when `delay` has passed and then every `interval`, until the work is disposed. Any
  /// thread.
  ///
  /// Runs never overlap: a run that would overlap is left out.
  func enqueue(_ work: ScheduledWork, after delay: Duration, every interval: Duration, leeway: Duration)
}

/// The name and number of a scheduler in a trace.
public struct SchedulerIdentity: Hashable, Sendable {
  /// Process-unique, never reused.
  public let number: UInt64
  public var name: String { text.description }
  let text: StaticString

  public init(_ name: StaticString) {
    number = Trace.newIdentifier()
    text = name
  }

  public static func == (a: SchedulerIdentity, b: SchedulerIdentity) -> Bool { a.number == b.number }
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Scheduler {
  /// Runs `body` after all work that was scheduled before.
  ///
  /// - Returns: a disposable that cancels the work before it starts. Disposing it later does nothing.
  ///   Releasing it does not cancel.
  ///
  /// As `RACScheduler -schedule:`.
  @discardableResult
  public func schedule(_ body: @escaping @Sendable () -> Void) -> Disposable {
    let work = ScheduledWork(for: self, body)
    enqueue(work)
    return work
  }
}

extension TimedScheduler {
  /// Runs `body` when `delay` has passed, or up to `leeway` later.
  ///
  /// - Returns: a disposable that cancels the work before it starts, and then releases `body` at once.
  ///
  /// As `RACScheduler -afterDelay:schedule:`.
  @discardableResult
  public func schedule(
    after delay: Duration, leeway: Duration = .zero, _ body: @escaping @Sendable () -> Void
  ) -> Disposable {
    let work = ScheduledWork(for: self, after: delay, body)
    enqueue(work, after: delay, leeway: leeway)
    return work
  }

  /// Runs `body` when `delay` has passed and then every `interval`, each time up to `leeway` later.
  ///
  /// Runs never overlap: a run that would overlap is left out. The interval must be greater than zero.
  ///
  /// - Returns: a disposable that ends the runs: `body` is released at once, or as soon as it returns.
  ///   Releasing the disposable ends nothing.
  ///
  /// As `RACScheduler -after:repeatingEvery:withLeeway:schedule:`.
  @discardableResult
  public func schedule(
    after delay: Duration, every interval: Duration, leeway: Duration = .zero,
    _ body: @escaping @Sendable () -> Void
  ) -> Disposable {
    precondition(interval > .zero, "work repeats after an interval greater than zero")
    let work = ScheduledWork(for: self, after: delay, repeats: true, body)
    enqueue(work, after: delay, every: interval, leeway: leeway)
    return work
  }
}
