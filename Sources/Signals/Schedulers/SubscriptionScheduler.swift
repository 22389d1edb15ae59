/// Runs work at once if the caller runs on a scheduler already, else on one in the background.
///
/// `subscribe(on: .subscription)` is RAC's rule for where subscribing happens: on the main queue and within
/// scheduled work it is inline, on a foreign thread it is not. As `RACSubscriptionScheduler`.
public final class SubscriptionScheduler: Scheduler {
  /// The one that `.subscription` means.
  public static let shared = SubscriptionScheduler()

  public let identity = SchedulerIdentity("subscription")
  private let background = QueueScheduler("subscription")

  public init() {}

  public func enqueue(_ work: ScheduledWork) {
    if let current = CurrentScheduler.value { work.run(on: current) } else { background.enqueue(work) }
  }
}

extension Scheduler where Self == SubscriptionScheduler {
  /// At once if the caller runs on a scheduler already, else in the background.
  public static var subscription: SubscriptionScheduler { .shared }
}
