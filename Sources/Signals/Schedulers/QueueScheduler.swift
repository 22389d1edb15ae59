public import Dispatch

/// Runs work on a serial dispatch queue of its own, always later.
///
/// The order is kept even if its queue targets a concurrent queue. As `RACTargetQueueScheduler`.
public final class QueueScheduler: TimedScheduler {
  public let identity: SchedulerIdentity
  private let queue: DispatchQueue

  /// A scheduler on background threads with the quality of service `qos`.
  public init(_ name: StaticString = "queue", qos: DispatchQoS = .default) {
    identity = SchedulerIdentity(name)
    queue = DispatchQueue(label: name.description, qos: qos)
  }

  /// A scheduler whose queue runs where `target` runs.
  public init(_ name: StaticString = "queue", target: DispatchQueue) {
    identity = SchedulerIdentity(name)
    queue = DispatchQueue(label: name.description, target: target)
  }

  /// The time since the system was started, on its monotonic clock.
  public var now: Duration { DispatchTimer.now }

  public func enqueue(_ work: ScheduledWork) { queue.async { work.run(on: self) } }

  public func enqueue(_ work: ScheduledWork, after delay: Duration, leeway: Duration) {
    DispatchTimer.start(for: work, on: queue, after: delay, leeway: leeway) { work.run(on: self) }
  }

  public func enqueue(
    _ work: ScheduledWork, after delay: Duration, every interval: Duration, leeway: Duration
  ) {
    DispatchTimer.start(for: work, on: queue, after: delay, every: interval, leeway: leeway) {
      work.run(on: self)
    }
  }
}

extension Scheduler where Self == QueueScheduler {
  /// A new scheduler on a serial queue of its own, on background threads.
  ///
  /// It is the default of the timed operators, so no operator waits for the work of another one. A test
  /// passes its virtual scheduler instead.
  public static var background: QueueScheduler { QueueScheduler("background") }
}
