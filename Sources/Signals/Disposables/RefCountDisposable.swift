import SignalTracing
import Synchronization
import TraceFormat

/// Disposes what it holds once it was disposed itself and so was everything that retained it.
///
/// Thread-safe. As Rx `RefCountDisposable`.
public final class RefCountDisposable: Disposable, @unchecked Sendable {
  private let inner: Disposable
  /// This one, until it is disposed, and those that retain.
  private let holders = Atomic<Int>(1)
  private let once = Once()

  /// Holds `inner`, for itself at first.
  public init(_ inner: Disposable) {
    self.inner = inner
    super.init()
  }

  /// Keeps what is held undisposed until the result is disposed. Too late if it was disposed already.
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
