public import SignalTracing
public import Synchronization
public import TraceFormat

/// The place between a signal and one of its subscribers, without the type of its values.
///
/// A gate enforces the grammar `next* (error | completed)?` and drops later events. It disposes upstream
/// before it delivers a terminal event. No other code records traces. Order at one gate: the event is
/// recorded, upstream is disposed, the event is delivered, `disposed` is recorded, `onDisposed` callbacks
/// run; `released` when its memory goes.
///
/// Upstream keeps downstream; downstream keeps upstream until it is disposed. `Place` says how.
///
/// The class is public because it is the superclass of `Subscriber`. The reference shows it because it
/// declares `isOpen`, `completed` and `error`: most of the runtime calls them without the type of the values.
public class Gate: @unchecked Sendable {
  // Threads: `word` is atomic; the rest does not change, or says which rule guards it. So with every
  // subclass. Places are unchecked for the rows `switchToLatest`. Fields that an event touches stand last,
  // beside what `Subscriber` does with it: for the row `fan-out 1000`.

  // The places of the gate in the lists that may keep it, so that it is taken out of a list in one step. A
  // place belongs to its list, and no other object reads it.
  /// This gate's place among a subject's rows; `.max` while it is in none. Guarded by the subject's owner
  /// word.
  @exclusivity(unchecked) final var row: UInt32 = .max
  /// This gate's place among a junction's inlets. Guarded by the junction's lock.
  @exclusivity(unchecked) final var position: UInt32 = 0
  /// Where this gate stands in its run.
  @usableFromInline final let place: Place
  /// No other thread knows this gate yet, nor any object that leads to it: so its first link needs no
  /// exchange. The thread that made the gate changes this, and only while no other thread knows the gate.
  /// Unchecked for the rows `cold subscribe+dispose`.
  @exclusivity(unchecked) @usableFromInline final var isUnseen = false
  /// This subscription in the live table.
  @usableFromInline final let trace: TracedSubscription
  /// An object that this gate keeps until its memory goes, so that the gate below lives: see `Place`.
  private final let anchor: Unmanaged<AnyObject>?
  /// In a base: the highest gate that the base keeps by this chain. In each gate of the chain: the next lower
  /// gate. Set while the run is built, by the thread that builds it.
  private final var between: Unmanaged<Gate>?
  /// The gate below, which `anchor` keeps.
  @usableFromInline final let downstream: Unmanaged<Gate>?
  /// The disposable of this gate's end, as a `Link`. 0 in the low bits while events may pass: `closed` and
  /// `disposed` are added, never taken away, and the thread that closes the gate takes the link.
  @usableFromInline final let word = Atomic<UInt>(Link.none)

  static let closed: UInt = 1
  static let disposed: UInt = 2
  @inlinable @inline(__always) static var over: UInt { 3 }

  /// A gate that stands by itself at the lower end of its run.
  ///
  /// - Parameter anchor: the object that keeps `downstream`. This gate keeps the anchor until its memory
  ///   goes.
  @usableFromInline
  init(trace: TracedSubscription, downstream: __shared Gate?, anchor: __shared AnyObject?) {
    self.trace = trace
    self.downstream = downstream.map { Unmanaged.passUnretained($0) }
    self.anchor = anchor.map { Unmanaged.passRetained($0) }
    place = .base
  }

  /// A gate of an operator without a junction, for its subscription to `source`.
  @usableFromInline
  init(above downstream: __shared Gate, to source: __shared SignalDescription) {
    trace = TracedSubscription(site: source.site, downstream: downstream.trace, role: Role(.source))
    self.downstream = Unmanaged.passUnretained(downstream)
    let base =
      downstream.place == .between
      ? downstream.anchor.unsafelyUnwrapped : Unmanaged<AnyObject>.passUnretained(downstream)
    let isBetween = downstream.place != .top && source.kind == .lifted
    place = isBetween ? .between : downstream.place == .top ? .base : .top
    anchor = isBetween ? base : base.retain()
  }

  /// A gate in front of a source's gate, whose trace it uses: see `SerialSubscriber`.
  init(inFrontOf gate: __shared Gate) {
    trace = gate.trace
    downstream = Unmanaged.passUnretained(gate)
    anchor = Unmanaged.passRetained(gate)
    place = .front
  }

  deinit {
    if place == .front { return anchor.unsafelyUnwrapped.release() }
    releaseBetween()
    let word = word.load(ordering: .relaxed)
    if word & Gate.disposed == 0, TracedSubscription.livesAreWatched { trace.disposed(.deinitialized) }
    Link.release(word & ~Gate.over)
    ReleaseQueue.release(place == .between ? nil : anchor, after: trace)
  }

  /// False once the gate was disposed or a terminal event has passed it.
  public final var isOpen: Bool { word.load(ordering: .acquiring) & Gate.over == 0 }

  // MARK: What subclasses say

  /// A terminal event has passed this gate, and upstream is disposed: pass it on.
  @usableFromInline func receive(_ ending: Ending) {
    guard let downstream else { return }
    downstream._withUnsafeGuaranteedRef { $0.end(ending) }
  }

  /// Reports the terminal event of this gate.
  ///
  /// - Returns: the event whose delivery goes on afterwards.
  func reportEnd(_ ending: Ending) -> UInt64 {
    switch ending {
    case .completed: trace.completed()
    case .failed(let error): trace.error(error)
    }
  }

  /// Reports this gate's `disposed`. A root reports that of its `subscribe` call as well.
  func reportDisposed(_ reason: DisposalReason) { trace.disposed(reason) }

  /// Runs once on a gate without a downstream, after everything upstream was disposed.
  ///
  /// - Parameter byHandle: true if the root's handle disposed it; the handle has given up the gate.
  func didDispose(byHandle: Bool) {}

  // A root's half of the meeting with its handle; see `Subscription`.

  /// Makes the handle known; false if the root has ended already.
  @usableFromInline func attach(handle: UInt) -> Bool { false }
  /// The handle's memory goes while it still holds the gate.
  func handleIsGone() {}
  /// A bag or composite holds the handle. Returns the number by which traces know this root.
  func held(by owner: UInt64) -> UInt64 { 0 }
  /// The number by which traces know this root.
  var rootNumber: UInt64 { 0 }
}

/// How a signal ends.
@usableFromInline enum Ending: Sendable {
  case completed
  case failed(any Error)
}

// MARK: - The end

extension Gate {
  /// Completes: disposes upstream, then tells downstream. Dropped when the gate has ended or was disposed.
  public final func completed() { end(.completed) }

  /// Fails: disposes upstream, then tells downstream. Dropped when the gate has ended or was disposed.
  public final func error(_ error: any Error) { end(.failed(error)) }

  @usableFromInline final func end(_ ending: Ending) {
    guard let link = closeIfOpen(Gate.closed) else {
      if TracedSubscription.terminalEventsAreWatched { dropped(ending) }
      return
    }
    if TracedSubscription.terminalEventsAreWatched {
      tracedEnd(ending, link)
    } else {
      disposeUpstream(link)
      receive(ending)
      finish()
    }
  }

  @inline(never)
  private final func tracedEnd(_ ending: Ending, _ link: UInt) {
    let cause = reportEnd(ending)
    disposeUpstream(link)
    receive(ending)
    finish()
    ThreadState.cause = cause
  }

  @inline(never)
  private final func dropped(_ ending: Ending) {
    switch ending {
    case .completed: trace.dropped(.completed)
    case .failed: trace.dropped(.error)
    }
  }

  /// An operator's closure threw: the subscription to its source ends, and downstream fails.
  @usableFromInline final func fail(_ error: any Error) {
    guard let downstream else { return end(.failed(error)) }
    downstream._withUnsafeGuaranteedRef { $0.end(.failed(error)) }
  }
}

// MARK: - Disposal

extension Gate {
  /// Disposes this gate and everything upstream of it, once. Nothing arrives afterwards.
  ///
  /// While a terminal event is on its way through this gate it does nothing: upstream is disposed already,
  /// and the gate's own disposal follows the event.
  @usableFromInline final func dispose(_ reason: DisposalReason) {
    if disposeIfOpen(reason) { didDispose(byHandle: false) }
  }

  /// The same by the handle of this root. The handle has given up the gate.
  final func disposeByHandle(_ reason: DisposalReason) {
    if disposeIfOpen(reason) {
      didDispose(byHandle: true)
    } else {
      // It ends at this moment, and may be about to touch the handle's memory.
      handleIsGone()
    }
  }

  @inline(__always)
  private final func disposeIfOpen(_ reason: DisposalReason) -> Bool {
    guard let link = closeIfOpen(Gate.over) else { return false }
    if TracedSubscription.livesAreWatched { reportDisposed(reason) }
    disposeUpstream(link)
    return true
  }

  /// Closes the gate and reports `disposed`; false if it was disposed already.
  @discardableResult
  final func close(_ reason: DisposalReason) -> Bool {
    guard word.load(ordering: .acquiring) & Gate.disposed == 0 else { return false }
    let before = word.bitwiseOr(Gate.over, ordering: .acquiringAndReleasing).oldValue
    guard before & Gate.disposed == 0 else { return false }
    trace.noteEnd()
    if TracedSubscription.livesAreWatched { reportDisposed(before & Gate.over == 0 ? reason : .terminated) }
    return true
  }

  /// The gate that this stands in front of was disposed: nothing more may be sent.
  final func closeFront() { word.bitwiseOr(Gate.over, ordering: .acquiringAndReleasing) }

  /// The end of a terminal event's delivery.
  private final func finish() {
    // A gate that nothing is downstream of is closed by one thread alone: this one.
    guard downstream == nil else { return _ = close(.terminated) }
    word.store(Gate.over, ordering: .releasing)
    if TracedSubscription.livesAreWatched { reportDisposed(.terminated) }
    didDispose(byHandle: false)
  }

  /// Closes the gate if it is open.
  ///
  /// - Returns: its link, which is the caller's now; nil if it was closed.
  @inline(__always)
  private final func closeIfOpen(_ bits: UInt) -> UInt? {
    var known = word.load(ordering: .relaxed)
    while known & Gate.over == 0 {
      let (exchanged, original) = word.compareExchange(
        expected: known, desired: bits, ordering: .acquiringAndReleasing)
      if exchanged {
        trace.noteEnd()
        return known
      }
      known = original
    }
    return nil
  }

  /// The gate below disposes this one.
  ///
  /// - Returns: its link, which is the caller's now.
  @inline(__always)
  private final func closeFromBelow() -> UInt {
    let before = word.exchange(Gate.over, ordering: .acquiringAndReleasing)
    trace.noteEnd()
    if before & Gate.disposed == 0, TracedSubscription.livesAreWatched {
      reportDisposed(before & Gate.over == 0 ? .downstream : .terminated)
    }
    return before & ~Gate.over
  }

  /// Disposes everything that this gate's link led to, gate after gate, in a loop: chains may be long. The
  /// caller keeps this gate's run meanwhile.
  private final func disposeUpstream(_ first: UInt) {
    var link = first
    var gate = Unmanaged.passUnretained(self)
    // A gate that keeps all of its run; the reference was a link's.
    var kept: Unmanaged<Gate>?
    while let next = Link.gate(link) {
      let isKept = Link.keeps(link)
      link = next._withUnsafeGuaranteedRef { $0.closeFromBelow() }
      gate = next
      if isKept {
        kept?.release()
        kept = next
      }
    }
    gate._withUnsafeGuaranteedRef { Link.dispose(link, .downstream, of: $0) }
    kept?.release()
  }
}

// MARK: - Upstream

extension Gate {
  /// Makes the object of a link the upstream of this gate. Disposes the object at once if the gate has ended.
  @usableFromInline final func adopt(_ link: UInt) {
    var known = word.load(ordering: .relaxed)
    while known & Gate.over == 0 {
      let (exchanged, original) = word.compareExchange(
        expected: known, desired: link, ordering: .acquiringAndReleasing)
      if exchanged { return Link.release(known) }
      known = original
    }
    Link.dispose(link, .downstream, of: self)
  }

  /// The same for the first upstream of a gate that no other thread or object knows yet.
  final func adoptFirst(_ link: UInt) {
    guard isUnseen else { return adopt(link) }
    isUnseen = false
    word.store(link, ordering: .releasing)
  }

  /// Makes a disposable the upstream of this gate.
  @usableFromInline final func adopt(_ disposable: Disposable) { adopt(Link.retaining(disposable)) }
}

// MARK: - Runs

extension Gate {
  /// Where a gate stands in its run: the gates of operators without a junction, one above another.
  ///
  /// The lowest gate of a run, its base, keeps all gates between it and the highest. The highest gate keeps
  /// the base. So a reference to the highest gate keeps the whole run, and no references to the gates between
  /// are counted.
  @usableFromInline enum Place: UInt8 {
    /// The lowest. Its anchor keeps the gate below, which is in another run or in none.
    case base
    /// Its anchor is the base, and the base keeps it.
    case between
    /// The highest. Its source is not an operator without a junction. Its anchor is the base, which it keeps.
    case top
    /// In no run: it stands in front of another gate, and that gate is its anchor.
    case front
  }

  /// Makes a new gate the upstream of the one below it.
  ///
  /// - Returns: the gate, for `release(installed:)`.
  @usableFromInline static func install(_ gate: __owned Gate) -> Unmanaged<Gate> {
    let new = Unmanaged.passRetained(consume gate)
    new._withUnsafeGuaranteedRef { gate in
      gate.downstream.unsafelyUnwrapped._withUnsafeGuaranteedRef { downstream in
        let link: UInt
        if gate.place == .between {
          add(new, to: gate.anchor.unsafelyUnwrapped)
          link = Link.leading(to: gate)
        } else {
          link = Link.retaining(gate)
        }
        gate.isUnseen = downstream.isUnseen
        downstream.adoptFirst(link)
      }
    }
    return new
  }

  /// The source of a new gate has been started.
  @usableFromInline static func release(installed new: Unmanaged<Gate>) {
    if new._withUnsafeGuaranteedRef({ $0.place != .between }) { new.release() }
  }

  private static func add(_ new: Unmanaged<Gate>, to base: Unmanaged<AnyObject>) {
    base._withUnsafeGuaranteedRef { base in
      // Only a gate keeps gates between others.
      let base = unsafeDowncast(base, to: Gate.self)
      new._withUnsafeGuaranteedRef { $0.between = base.between }
      base.between = new
    }
  }

  /// Releases the gates that this base keeps, the highest first.
  ///
  /// The base has the only reference to each of them, and no other object can make another. A thread that
  /// delivers through the run, or disposes it, holds the highest gate, and the highest gate keeps the base.
  /// But the base is being released: so there is no such thread.
  final func releaseBetween() {
    guard place == .base else { return }
    var next = between
    between = nil
    while let gate = next {
      next = gate._withUnsafeGuaranteedRef { $0.between }
      ReleaseQueue.release(unshared: gate)
    }
  }
}
