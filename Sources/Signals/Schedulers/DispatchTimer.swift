import Dispatch

/// Timers of dispatch queues, for the schedulers that stand on one.
enum DispatchTimer {
  /// On the monotonic clock of the system, since it was started.
  static var now: Duration { .nanoseconds(DispatchTime.now().uptimeNanoseconds) }

  /// Calls `run` on `queue` when the time of `work` comes. The timer ends with the work.
  static func start(
    for work: ScheduledWork, on queue: DispatchQueue, after delay: Duration, every interval: Duration? = nil,
    leeway: Duration, run: @escaping @Sendable () -> Void
  ) {
    // Dispatch sources may be cancelled on any thread.
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: queue)
    let deadline = DispatchTime.now() + delay.dispatchInterval
    if let interval {
      timer.schedule(
        deadline: deadline, repeating: interval.dispatchInterval, leeway: leeway.dispatchInterval)
    } else {
      timer.schedule(deadline: deadline, leeway: leeway.dispatchInterval)
    }
    timer.setEventHandler(handler: run)
    timer.activate()
    work.attach(Disposable { timer.cancel() })
  }
}

extension Duration {
  /// In whole nanoseconds, rounded up so that no timer fires early; not negative, and at most 292 years.
  fileprivate var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return .nanoseconds(0) }
    let (whole, overflow) = Int(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, tooMuch) = whole.addingReportingOverflow(Int((attoseconds + 999_999_999) / 1_000_000_000))
    return .nanoseconds(overflow || tooMuch ? .max : sum)
  }
}
