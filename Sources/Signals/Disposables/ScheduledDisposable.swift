import SignalTracing
import TraceFormat

/// Disposes its inner disposable on a scheduler. As Rx `ScheduledDisposable`.
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

  override func dispose(because reason: DisposalReason) {
    guard once.isFirst() else { return }
    super.dispose(because: reason)
    scheduler.schedule { [inner] in inner.dispose(because: reason) }
  }
}
