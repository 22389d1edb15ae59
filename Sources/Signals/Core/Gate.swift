public import SignalTracing
public import Synchronization

/// What stands between a signal and one of its subscribers, without the type of its values.
///
/// A gate enforces the grammar `next* (error | completed)?`, drops what comes late, disposes upstream before it
/// delivers a terminal event, and is the only place that traces. Order at one gate: the event is recorded, upstream is
/// disposed, the event is delivered, `disposed` is recorded, `onDisposed` callbacks run; `released` when its memory goes.
///
/// Upstream holds downstream strongly; downstream holds upstream strongly until it is disposed.
public class Gate: @unchecked Sendable {
  // Threads: `status` and `upstream` are atomic; the rest does not change, or says which rule guards it.

  /// 0 while events may pass. `closed` and `disposed` are added, never taken away.
  @usableFromInline final let status = Atomic<UInt32>(0)
  /// This gate's place among a subject's rows. Guarded by the subject's owner word.
  @exclusivity(unchecked) final var row: UInt32 = .max
  /// This gate's place among a junction's inlets. Guarded by the junction's lock.
  @exclusivity(unchecked) final var position: UInt32 = 0
  /// Which of a junction's sources this gate is for. Set before it is connected.
  @exclusivity(unchecked) @usableFromInline final var number: UInt32 = 0
  /// This subscription in the live table.
  public final let trace: TracedSubscription
  /// What to dispose when this gate ends.
  @usableFromInline final let upstream = Atomic<UInt>(Link.none)
  /// Retained by this gate until its memory goes.
  @usableFromInline final let downstream: Unmanaged<Gate>?

  static let closed: UInt32 = 1
  static let disposed: UInt32 = 2

  @usableFromInline
  init(trace: TracedSubscription, downstream: __shared Gate?) {
    self.trace = trace
    self.downstream = downstream.map { Unmanaged.passRetained($0) }
  }

  deinit {
    if status.load(ordering: .relaxed) & Gate.disposed == 0, TracedSubscription.livesAreWatched {
      trace.disposed(.deinitialized)
    }
    Link.release(upstream.load(ordering: .relaxed))
    ReleaseQueue.release(downstream, after: trace)
  }

  /// False as soon as it was disposed or a terminal event passed.
  public final var isOpen: Bool { status.load(ordering: .acquiring) == 0 }

  // MARK: What subclasses say

  /// A terminal event has passed this gate, and upstream is disposed: pass it on.
  @usableFromInline func receive(_ ending: Ending) {
    guard let downstream else { return }
    downstream._withUnsafeGuaranteedRef { $0.end(ending) }
  }

  /// Reports this gate's `disposed`. A root reports that of its `subscribe` call as well.
  func reportDisposed(_ reason: DisposalReason) { trace.disposed(reason) }

  /// Runs once on a gate that nothing is downstream of, after everything upstream was disposed.
  func didDispose() {}

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
    guard
      status.compareExchange(expected: 0, desired: Gate.closed, ordering: .acquiringAndReleasing).exchanged
    else {
      if TracedSubscription.terminalEventsAreWatched { dropped(ending) }
      return
    }
    if TracedSubscription.terminalEventsAreWatched {
      tracedEnd(ending)
    } else {
      disposeUpstream(.downstream)
      receive(ending)
      finish(.terminated)
    }
  }

  @inline(never)
  private final func tracedEnd(_ ending: Ending) {
    let cause =
      switch ending {
      case .completed: trace.completed()
      case .failed(let error): trace.error(error)
      }
    disposeUpstream(.downstream)
    receive(ending)
    finish(.terminated)
    ThreadState.cause = cause
  }

  @inline(never)
  private final func dropped(_ ending: Ending) {
    switch ending {
    case .completed: trace.dropped(.completed)
    case .failed: trace.dropped(.error)
    }
  }

  /// An operator's closure threw: what it was subscribed to ends, and downstream fails.
  @usableFromInline final func fail(_ error: any Error) {
    guard let downstream else { return end(.failed(error)) }
    downstream._withUnsafeGuaranteedRef { $0.end(.failed(error)) }
  }
}

// MARK: - Disposal

extension Gate {
  /// Disposes this gate and everything upstream of it, once. Nothing arrives afterwards.
  ///
  /// While a terminal event is on its way through this gate it does nothing: upstream is disposed already, and the
  /// gate's own disposal follows the event.
  @usableFromInline final func dispose(_ reason: DisposalReason) {
    let ends = status.compareExchange(
      expected: 0, desired: Gate.closed | Gate.disposed, ordering: .acquiringAndReleasing
    ).exchanged
    guard ends else { return }
    if TracedSubscription.livesAreWatched { reportDisposed(reason) }
    disposeUpstream(.downstream)
    didDispose()
  }

  /// Closes the gate and reports `disposed`; false if it was disposed already.
  @discardableResult
  final func close(_ reason: DisposalReason) -> Bool {
    let before = status.bitwiseOr(Gate.closed | Gate.disposed, ordering: .acquiringAndReleasing).oldValue
    guard before & Gate.disposed == 0 else { return false }
    if TracedSubscription.livesAreWatched { reportDisposed(before == 0 ? reason : .terminated) }
    return true
  }

  /// The end of a terminal event's delivery.
  private final func finish(_ reason: DisposalReason) {
    if close(reason) { didDispose() }
  }

  /// Disposes what is upstream, gate after gate, in a loop: chains may be long.
  final func disposeUpstream(_ reason: DisposalReason) {
    var link = upstream.exchange(Link.tombstone, ordering: .acquiringAndReleasing)
    guard let nearest = Link.gate(link) else { return Link.dispose(link, reason, of: self) }
    var gate = nearest
    _ = gate._withUnsafeGuaranteedRef { $0.close(reason) }
    while true {
      link = gate._withUnsafeGuaranteedRef {
        $0.upstream.exchange(Link.tombstone, ordering: .acquiringAndReleasing)
      }
      guard let next = Link.gate(link) else { break }
      _ = next._withUnsafeGuaranteedRef { $0.close(.downstream) }
      gate.release()
      gate = next
    }
    gate._withUnsafeGuaranteedRef { Link.dispose(link, .downstream, of: $0) }
    gate.release()
  }

  /// Makes something the upstream of this gate; disposes it at once if the gate has ended.
  @usableFromInline final func adopt(_ link: UInt) {
    var known = upstream.load(ordering: .relaxed)
    while known != Link.tombstone {
      let (exchanged, original) = upstream.compareExchange(
        expected: known, desired: link, ordering: .acquiringAndReleasing)
      if exchanged { return Link.release(known) }
      known = original
    }
    Link.dispose(link, .downstream, of: self)
  }
}

extension Gate {
  /// Makes a disposable what this gate disposes.
  @usableFromInline final func adopt(_ disposable: Disposable) { adopt(Link.retaining(disposable)) }
}
