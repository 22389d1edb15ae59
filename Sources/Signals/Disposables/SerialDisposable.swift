import SignalTracing

/// A place for one disposable at a time, which may be exchanged for another.
///
/// Thread-safe. Once the place is disposed, what is put into it is disposed at once. As `RACSerialDisposable` and Rx
/// `SerialDisposable`.
public final class SerialDisposable: Disposable, @unchecked Sendable {
  private struct Place {
    var inner: Disposable?
    var owner: UInt64 = 0
    var isDisposed = false
  }
  private let place: Mutex<Place>

  /// A place that holds `inner`, or nothing yet.
  public init(_ inner: Disposable? = nil) {
    place = Mutex(Place(inner: inner))
    super.init()
  }

  deinit {
    // What is held may hold others, very deep: it is given up without recursion.
    let inner = place.withLock { exchange(&$0.inner, with: nil).map(Unmanaged.passRetained) }
    if let inner { ReleaseQueue.release(inner) }
  }

  /// What is held now. Setting it disposes what was held before.
  public var inner: Disposable? {
    get { place.withLock { $0.inner } }
    set {
      let old = swap(newValue)
      if old !== newValue { old?.dispose(because: .replaced) }
    }
  }

  /// Puts `new` into the place.
  ///
  /// - Returns: what was held before, undisposed; nil if this place was disposed, and then `new` is disposed.
  public func swap(_ new: Disposable?) -> Disposable? {
    let (old, owner, isDisposed) = place.withLock { place in
      place.isDisposed
        ? (nil, 0, true) : (exchange(&place.inner, with: new), place.owner, false)
    }
    if isDisposed { new?.dispose() }
    if owner != 0 { _ = new?.held(by: owner) }
    return old
  }

  /// Disposes what is held, and from now on what is put here.
  public override func dispose() { dispose(because: .explicit) }

  override func dispose(because reason: DisposalReason) {
    let inner = place.withLock { place in
      place.isDisposed = true
      return exchange(&place.inner, with: nil)
    }
    super.dispose()
    inner?.dispose(because: reason)
  }

  override func held(by owner: UInt64) -> UInt64 {
    let inner = place.withLock { place in
      place.owner = owner
      return place.inner
    }
    return inner?.held(by: owner) ?? super.held(by: owner)
  }
}
