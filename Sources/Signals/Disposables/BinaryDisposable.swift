import SignalTracing
import TraceFormat

/// Two disposables as one: the first is disposed first. As Rx `BinaryDisposable`.
public final class BinaryDisposable: Disposable, @unchecked Sendable {
  private let first: Disposable
  private let second: Disposable

  /// A disposable that disposes `first` and then `second`.
  public init(_ first: Disposable, _ second: Disposable) {
    self.first = first
    self.second = second
    super.init()
  }

  override func dispose(because reason: DisposalReason) {
    super.dispose(because: reason)
    first.dispose(because: reason)
    second.dispose(because: reason)
  }
}

/// A disposable with nothing to do. As Rx `Disposables.create()`.
public final class NopDisposable: Disposable, @unchecked Sendable {
  public override init() { super.init() }
}

/// A flag that `dispose()` sets for good. As Rx `BooleanDisposable`.
public final class BooleanDisposable: Disposable, @unchecked Sendable {
  /// - Parameter isDisposed: whether it is set from the beginning.
  public init(isDisposed: Bool = false) {
    super.init()
    if isDisposed { dispose(because: .explicit) }
  }
}
