import SignalTracing
import TraceFormat

/// Disposes its inner disposable when it goes out of memory.
///
/// As `RACScopedDisposable`, and as Combine's `AnyCancellable` does by itself.
public final class ScopedDisposable: Disposable, @unchecked Sendable {
  private let inner: Disposable
  private let number = Trace.newIdentifier()
  private let identity: OwnerIdentity

  public init(_ inner: Disposable, file: StaticString = #fileID, line: UInt32 = #line) {
    self.inner = inner
    identity = OwnerIdentity(.scoped, CallSite("ScopedDisposable", file, line))
    super.init()
    let child = inner.held(by: number)
    guard Trace.ownersAreWatched else { return }
    identity.tell(number)
    if child != 0 { Trace.added(child, to: number, total: 1) }
  }

  deinit {
    end(because: .deinitialized)
    identity.released(number)
  }

  override func dispose(because reason: DisposalReason) {
    super.dispose(because: reason)
    end(because: reason)
  }

  private func end(because reason: DisposalReason) {
    if Trace.ownersAreWatched, !inner.isDisposed { Trace.disposed(owner: number, children: 1) }
    inner.dispose(because: reason)
  }

  /// True once the inner disposable has ended, by itself or by this object.
  public override var isDisposed: Bool { inner.isDisposed }

  override func held(by owner: UInt64) -> UInt64 { inner.held(by: owner) }
  override var traceNumber: UInt64 { number }
}
