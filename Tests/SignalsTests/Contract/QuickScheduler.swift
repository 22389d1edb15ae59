import Signals

/// A queue on which a second takes a microsecond.
final class QuickScheduler: TimedScheduler {
  let identity = SchedulerIdentity("quick")
  private let queue = QueueScheduler("quick")

  private static let factor = 1_000_000

  var now: Duration { queue.now * Self.factor }

  func enqueue(_ work: ScheduledWork) { queue.enqueue(work) }

  func enqueue(_ work: ScheduledWork, after delay: Duration, leeway: Duration) {
    queue.enqueue(work, after: delay / Self.factor, leeway: leeway / Self.factor)
  }

  func enqueue(_ work: ScheduledWork, after delay: Duration, every interval: Duration, leeway: Duration) {
    queue.enqueue(
      work, after: delay / Self.factor, every: interval / Self.factor, leeway: leeway / Self.factor)
  }

  /// Returns when what was due is done.
  func settle() {
    let fence = Fence()
    queue.schedule { fence.open() }
    fence.wait()
  }
}
