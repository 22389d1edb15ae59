import Dispatch
import Synchronization

/// Runs work on the main queue: at once if it is scheduled there and nothing of this scheduler waits, else
/// later, in order.
///
/// Whether this is the main queue is asked of the queue, not of the thread: the queue may run on another one.
/// For a scheduler that never runs work at once, take a `QueueScheduler` with the main queue as its target.
/// As ReactiveSwift's `UIScheduler`.
public final class MainScheduler: TimedScheduler {
  /// The main scheduler for everybody.
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

  /// A main scheduler with an order of its own: only its own work makes it wait.
  public init() {}

  /// On the monotonic clock of the system, since it was started.
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
  /// The main queue: at once if the caller is there and nothing waits, else later, in order.
  public static var main: MainScheduler { .shared }
}
