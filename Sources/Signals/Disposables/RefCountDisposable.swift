import SignalTracing
import Synchronization
import TraceFormat

/// Disposes its inner disposable once it was disposed itself and every result of `retain()` was disposed.
///
/// Thread-safe. As Rx `RefCountDisposable`.
public final class RefCountDisposable: Disposable, @unchecked Sendable {
  private let inner: Disposable
  /// This object counts as one until it is disposed, and so does each result of `retain()`.
  private let holders = Atomic<Int>(1)
  private let once = Once()

  /// Holds `inner`. Without a call of `retain()` it is disposed with this object.
  public init(_ inner: Disposable) {
    self.inner = inner
    super.init()
  }

  /// The inner disposable is not disposed before the result of this call is. If it was disposed already, the
  /// result does nothing.
  public func retain() -> Disposable {
    var count = holders.load(ordering: .relaxed)
    while count > 0 {
      let (exchanged, original) = holders.compareExchange(
        expected: count, desired: count + 1, ordering: .acquiringAndReleasing)
      if exchanged { return Disposable { [self] in oneLeft(.explicit) } }
      count = original
    }
    return NopDisposable()
  }

  override func dispose(because reason: DisposalReason) {
    guard once.isFirst() else { return }
    super.dispose(because: reason)
    oneLeft(reason)
  }

  private func oneLeft(_ reason: DisposalReason) {
    if holders.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { inner.dispose(because: reason) }
  }
}
