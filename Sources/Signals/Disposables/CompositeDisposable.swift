import SignalTracing
import TraceFormat

/// Several disposables as one: they are disposed together, in the order in which they were added.
///
/// Thread-safe. A child that is added after the disposal is disposed at once. Children that end by themselves
/// are released in time, so a composite does not grow with the number of its former children. As
/// `RACCompoundDisposable`.
public final class CompositeDisposable: Disposable, @unchecked Sendable {
  private struct State {
    var held = HeldChildren()
    var isDisposed = false
  }
  private let state = Mutex(State())
  private let number = Trace.newIdentifier()
  private let identity: OwnerIdentity

  /// An empty composite, or one of `children`.
  public convenience init(
    _ children: [Disposable] = [], file: StaticString = #fileID, line: UInt32 = #line
  ) {
    self.init(OwnerIdentity(.composite, CallSite("CompositeDisposable", file, line)))
    for child in children { add(child, called: nil) }
  }

  init(_ identity: consuming OwnerIdentity) {
    self.identity = identity
    super.init()
  }

  deinit {
    identity.released(number)
    // Composites may hold composites, very deep: they are released without recursion.
    let children = state.withLock { $0.held.removeAll().map { Unmanaged.passRetained($0.disposable) } }
    for child in children { ReleaseQueue.release(child) }
  }

  /// The number of held children; some of them may have ended.
  public var count: Int { state.withLock { $0.held.count } }

  /// Adds a child, unless the child was disposed already. Disposes the child at once if this composite was
  /// disposed.
  public func add(_ disposable: Disposable, file: StaticString = #fileID, line: UInt32 = #line) {
    add(disposable, called: CallSite("add", file, line))
  }

  /// The same as a function of one parameter.
  @_disfavoredOverload
  public func add(_ disposable: Disposable) { add(disposable, called: nil) }

  /// - Parameter site: the program's call that a trace should show.
  func add(_ disposable: Disposable, called site: CallSite?) {
    guard !disposable.isDisposed else { return }
    let child = HeldChildren.Child(disposable: disposable, number: disposable.held(by: number))
    let change = state.withLock { state -> (ended: [HeldChildren.Child], total: Int)? in
      guard !state.isDisposed else { return nil }
      return (state.held.add(child), state.held.count)
    }
    guard let change else { return disposable.dispose(because: .owner) }
    guard Trace.ownersAreWatched else { return }
    identity.tell(number)
    if let site { Trace.called(.add, on: number, at: site) }
    for (index, ended) in change.ended.enumerated() {
      let total = change.total - 1 + change.ended.count - 1 - index
      Trace.removed(ended.number, from: number, total: total)
    }
    Trace.added(child.number, to: number, total: change.total)
  }

  /// Releases a child without disposing it. Does nothing if the child is not held.
  public func remove(_ disposable: Disposable, file: StaticString = #fileID, line: UInt32 = #line) {
    let change = state.withLock { state -> (child: HeldChildren.Child, total: Int)? in
      guard let child = state.held.remove(disposable) else { return nil }
      return (child, state.held.count)
    }
    guard let change, Trace.ownersAreWatched else { return }
    Trace.called(.remove, on: number, at: CallSite("remove", file, line))
    Trace.removed(change.child.number, from: number, total: change.total)
  }

  override func dispose(because reason: DisposalReason) {
    let (isFirst, orphans) = state.withLock { state in
      (!exchange(&state.isDisposed, with: true), state.held.removeAll())
    }
    guard isFirst else { return }
    super.dispose(because: reason)
    if Trace.ownersAreWatched { Trace.disposed(owner: number, children: orphans.count) }
    for child in orphans { child.disposable.dispose(because: .owner) }
  }

  override func held(by owner: UInt64) -> UInt64 { number }
  override var traceNumber: UInt64 { number }

  /// Records `object` as the owner of this composite. A trace then shows when the object goes out of memory.
  /// The object is not kept alive.
  func belong(to object: AnyObject, at site: CallSite) {
    guard Trace.ownersAreWatched else { return }
    let owner = OwnedObjects.number(of: object, at: site)
    identity.tell(number)
    Trace.added(number, to: owner, total: 1)
  }
}
