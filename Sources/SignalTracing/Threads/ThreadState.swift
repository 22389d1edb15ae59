public import CSignalProbes

/// The state of one thread: the event that it delivers, and the subscription on whose behalf it runs code.
public enum ThreadState {
  /// The event that this thread delivers now; 0 for none. Schedulers carry it to the thread that runs their
  /// work.
  public static var cause: UInt64 {
    get { rx_thread_current().pointee.cause }
    set { rx_thread_current().pointee.cause = newValue }
  }

  /// This thread's number: from 1, in order of first use.
  public static var number: UInt32 { rx_thread_current().pointee.number }

  /// The object that the current work's scheduler has passed to `TracedWork.run(on:)`; nil for none.
  package static var scheduler: UnsafeRawPointer? { UnsafeRawPointer(rx_thread_current().pointee.scheduler) }

  /// Runs `body` as if it happened during the delivery of the event `cause`.
  public static func caused<Result>(by cause: UInt64, _ body: () throws -> Result) rethrows -> Result {
    let thread = rx_thread_current()
    let before = thread.pointee.cause
    thread.pointee.cause = cause
    defer { thread.pointee.cause = before }
    return try body()
  }

  /// Runs user code on behalf of a subscription. Traces show a subscription that the code makes without a
  /// downstream as nested in that subscription.
  @inlinable
  public static func onBehalf<Result>(
    of subscription: TracedSubscription, _ body: () throws -> Result
  ) rethrows -> Result {
    let thread = rx_thread_current()
    let before = thread.pointee.on_behalf_of
    thread.pointee.on_behalf_of = subscription.identifier
    defer { thread.pointee.on_behalf_of = before }
    return try body()
  }

  /// Call this before any state is kept for a thread. Calling it again does nothing.
  static func setEndHandler() {
    rx_thread_set_end_handler { thread in
      RecorderRegistry.threadEnded(thread)
      LiveTable.threadEnded(thread)
    }
    rx_live_set_child_handler { LiveTable.forgetShared() }
  }
}
