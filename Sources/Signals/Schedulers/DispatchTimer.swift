import Dispatch

/// Timers of dispatch queues, for the schedulers that use one.
enum DispatchTimer {
  /// The time since the system was started, on its monotonic clock.
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
  fileprivate var dispatchInterval: DispatchTimeInterval { .nanoseconds(nanosecondsToWait) }
}
