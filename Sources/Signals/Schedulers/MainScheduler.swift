import Dispatch
import Synchronization

/// Runs work on the main queue, in order. Work that is scheduled on the main queue runs at once if no other
/// work of this scheduler waits.
///
/// It checks for the main queue, not for the main thread: the queue may run on another thread. For a
/// scheduler that never runs work at once, take a `QueueScheduler` with the main queue as its target. As
/// ReactiveSwift's `UIScheduler`.
public final class MainScheduler: TimedScheduler {
  /// The shared main scheduler.
  public static let shared = MainScheduler()

  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// True while the main queue, or a queue that targets it, runs the caller.
  public static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }

  public let identity = SchedulerIdentity("main")
  /// Pieces of work that wait or run.
  private let unfinished = Atomic<Int>(0)

  /// A main scheduler with an order of its own: its work waits only for its own work.
  public init() {}

  /// The time since the system was started, on its monotonic clock.
  public var now: Duration { DispatchTimer.now }

  public func enqueue(_ work: ScheduledWork) {
    let isAlone = unfinished.add(1, ordering: .acquiringAndReleasing).oldValue == 0
    if isAlone, Self.isCurrent { return run(work) }
    DispatchQueue.main.async { self.run(work) }
  }

  private func run(_ work: ScheduledWork) {
    work.run(on: self)
    unfinished.subtract(1, ordering: .acquiringAndReleasing)
  }

  private func runTimed(_ work: ScheduledWork) {
    unfinished.add(1, ordering: .acquiringAndReleasing)
    run(work)
  }

  public func enqueue(_ work: ScheduledWork, after delay: Duration, leeway: Duration) {
    DispatchTimer.start(for: work, on: .main, after: delay, leeway: leeway) { self.runTimed(work) }
  }

  public func enqueue(
    _ work: ScheduledWork, after delay: Duration, every interval: Duration, leeway: Duration
  ) {
    DispatchTimer.start(for: work, on: .main, after: delay, every: interval, leeway: leeway) {
      self.runTimed(work)
    }
  }
}

extension Scheduler where Self == MainScheduler {
  /// Runs work on the main queue, in order; at once if the caller runs there and no work waits.
  public static var main: MainScheduler { .shared }
}
