/// Runs work at once, on the thread that schedules it, before `schedule` returns.
///
/// It has no clock, so operators that wait do not take it. As `RACImmediateScheduler`.
public struct ImmediateScheduler: Scheduler {
  private static let identity = SchedulerIdentity("immediate")

  public init() {}

  public var identity: SchedulerIdentity { Self.identity }

  public func enqueue(_ work: ScheduledWork) { work.run(on: nil) }
}

extension Scheduler where Self == ImmediateScheduler {
  /// Runs work at once, on the thread that schedules it.
  public static var immediate: ImmediateScheduler { ImmediateScheduler() }
}
