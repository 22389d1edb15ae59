public import Dispatch

/// Runs work on a serial dispatch queue of its own, always later.
///
/// The order is kept also when its queue targets a concurrent one. As `RACTargetQueueScheduler`.
public final class QueueScheduler: TimedScheduler {
  public let identity: SchedulerIdentity
  private let queue: DispatchQueue

  /// A scheduler on threads of the background, of a certain quality of service.
  public init(_ name: StaticString = "queue", qos: DispatchQoS = .default) {
    identity = SchedulerIdentity(name)
    queue = DispatchQueue(label: name.description, qos: qos)
  }

  /// A scheduler whose queue runs where `target` runs.
  public init(_ name: StaticString = "queue", target: DispatchQueue) {
    identity = SchedulerIdentity(name)
    queue = DispatchQueue(label: name.description, target: target)
  }

  /// On the monotonic clock of the system, since it was started.
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
  /// A scheduler on a serial queue of its own, on threads of the background: a new one each time.
  ///
  /// The timed operators take it where the call names no scheduler, so no operator waits for the work of
  /// another one. A test passes its virtual scheduler instead.
  public static var background: QueueScheduler { QueueScheduler("background") }
}
