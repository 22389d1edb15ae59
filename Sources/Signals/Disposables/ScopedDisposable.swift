import SignalTracing

/// Disposes what it holds when it goes out of memory.
///
/// As `RACScopedDisposable`, and as Combine's `AnyCancellable` does by itself.
public final class ScopedDisposable: Disposable, @unchecked Sendable {
  private let inner: Disposable

  public init(_ inner: Disposable) {
    self.inner = inner
    super.init()
  }

  deinit { inner.dispose(because: .deinitialized) }

  /// Disposes what it holds, now.
  public override func dispose() { dispose(because: .explicit) }

  override func dispose(because reason: DisposalReason) {
    super.dispose()
    inner.dispose(because: reason)
  }

  /// True once what it holds has ended, by itself or from here.
  public override var isDisposed: Bool { inner.isDisposed }

  override func held(by owner: UInt64) -> UInt64 { inner.held(by: owner) }
}
