import SignalTracing

/// Disposes what it holds on a scheduler. As Rx `ScheduledDisposable`.
public final class ScheduledDisposable: Disposable, @unchecked Sendable {
  private let inner: Disposable
  private let scheduler: any Scheduler
  private let once = Once()

  /// Holds `inner`, and disposes it on `scheduler`.
  public init(_ inner: Disposable, on scheduler: any Scheduler) {
    self.inner = inner
    self.scheduler = scheduler
    super.init()
  }

  /// Schedules the disposal, the first time.
  public override func dispose() { dispose(because: .explicit) }

  override func dispose(because reason: DisposalReason) {
    guard once.isFirst() else { return }
    super.dispose()
    scheduler.schedule { [inner] in inner.dispose(because: reason) }
  }
}
