import SignalTracing

/// The scheduler whose work this thread runs.
public enum CurrentScheduler {
  /// The scheduler whose work this thread runs now; else the main one, if this is the main queue; else nil.
  ///
  /// Work of an `ImmediateScheduler` leaves it as it is. As `RACScheduler +currentScheduler`.
  public static var value: (any Scheduler)? {
    if let running = ThreadState.scheduler {
      return running.assumingMemoryBound(to: (any Scheduler).self).pointee
    }
    return MainScheduler.isCurrent ? MainScheduler.shared : nil
  }
}
