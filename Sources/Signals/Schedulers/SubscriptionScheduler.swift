/// Runs work at once if the caller runs on a scheduler already, else on a background scheduler.
///
/// `subscribe(on: .subscription)` subscribes where RAC does: at once on the main queue and within scheduled
/// work, but not on any other thread. As `RACSubscriptionScheduler`.
public final class SubscriptionScheduler: Scheduler {
  /// The scheduler of `.subscription`.
  public static let shared = SubscriptionScheduler()

  public let identity = SchedulerIdentity("subscription")
  private let background = QueueScheduler("subscription")

  public init() {}

  public func enqueue(_ work: ScheduledWork) {
    if let current = CurrentScheduler.value { work.run(on: current) } else { background.enqueue(work) }
  }
}

extension Scheduler where Self == SubscriptionScheduler {
  /// Runs work at once if the caller runs on a scheduler already, else in the background.
  public static var subscription: SubscriptionScheduler { .shared }
}
