import SignalTracing
import TraceFormat

/// A place for one disposable at a time, which can be replaced.
///
/// Thread-safe. Once the place is disposed, a disposable that is put into it is disposed at once. As
/// `RACSerialDisposable` and Rx `SerialDisposable`.
public final class SerialDisposable: Disposable, @unchecked Sendable {
  private struct Place {
    var inner: Disposable?
    /// The number of `inner` in traces; 0 for none.
    var innerNumber: UInt64 = 0
    var owner: UInt64 = 0
    var isDisposed = false
  }
  private let place: Mutex<Place>
  private let number = Trace.newIdentifier()
  private let identity: OwnerIdentity

  /// A place that holds `inner`; with nil it is empty.
  public init(_ inner: Disposable? = nil, file: StaticString = #fileID, line: UInt32 = #line) {
    place = Mutex(Place(inner: inner))
    identity = OwnerIdentity(.serial, CallSite("SerialDisposable", file, line))
    super.init()
    guard Trace.ownersAreWatched, let inner else { return }
    let child = inner.held(by: number)
    place.withLock { $0.innerNumber = child }
    identity.tell(number)
    if child != 0 { Trace.added(child, to: number, total: 1) }
  }

  /// An empty place that traces show as made at `site`.
  init(at site: CallSite) {
    place = Mutex(Place(inner: nil))
    identity = OwnerIdentity(.serial, site)
    super.init()
  }

  deinit {
    identity.released(number)
    // The held disposable may hold others, very deep: it is released without recursion.
    let inner = place.withLock { exchange(&$0.inner, with: nil).map(Unmanaged.passRetained) }
    if let inner { ReleaseQueue.release(inner) }
  }

  /// The disposable that is held now. Setting it disposes the disposable before.
  public var inner: Disposable? {
    get { place.withLock { $0.inner } }
    set {
      let old = put(newValue)
      if old !== newValue { old?.dispose(because: .replaced) }
    }
  }

  /// Puts `new` into the place.
  ///
  /// - Returns: the disposable that was held before, not disposed. If this place was disposed, returns nil
  ///   and disposes `new`.
  public func swap(
    _ new: Disposable?, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Disposable? {
    if Trace.ownersAreWatched { replacing(at: CallSite("swap", file, line)) }
    return put(new)
  }

  /// Puts `new` into the place and disposes the disposable before, as setting `inner` does.
  public func replace(with new: Disposable?, file: StaticString = #fileID, line: UInt32 = #line) {
    if Trace.ownersAreWatched { replacing(at: CallSite("replace", file, line)) }
    let old = put(new)
    if old !== new { old?.dispose(because: .replaced) }
  }

  private func replacing(at site: CallSite) {
    identity.tell(number)
    Trace.called(.replace, on: number, at: site)
  }

  private func put(_ new: Disposable?) -> Disposable? {
    let isWatched = Trace.ownersAreWatched
    let newNumber = isWatched ? new?.held(by: number) ?? 0 : 0
    let (old, oldNumber, owner, isDisposed) = place.withLock { place in
      guard !place.isDisposed else { return (nil as Disposable?, 0 as UInt64, 0 as UInt64, true) }
      let oldNumber = exchange(&place.innerNumber, with: newNumber)
      return (exchange(&place.inner, with: new), oldNumber, place.owner, false)
    }
    if isDisposed { new?.dispose(because: .explicit) }
    if owner != 0 { _ = new?.held(by: owner) }
    if isWatched, !isDisposed {
      identity.tell(number)
      if oldNumber != 0 { Trace.removed(oldNumber, from: number, total: 0) }
      if newNumber != 0 { Trace.added(newNumber, to: number, total: 1) }
    }
    return old
  }

  override func dispose(because reason: DisposalReason) {
    let (inner, isFirst) = place.withLock { place in
      (exchange(&place.inner, with: nil), !exchange(&place.isDisposed, with: true))
    }
    super.dispose(because: reason)
    if isFirst, Trace.ownersAreWatched { Trace.disposed(owner: number, children: inner == nil ? 0 : 1) }
    inner?.dispose(because: reason)
  }

  override func held(by owner: UInt64) -> UInt64 {
    let inner = place.withLock { place in
      place.owner = owner
      return place.inner
    }
    return inner?.held(by: owner) ?? super.held(by: owner)
  }

  override var traceNumber: UInt64 { number }
}
