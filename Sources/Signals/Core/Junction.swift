public import SignalTracing
import Synchronization

/// What stands upstream of an operator that has several sources: it holds the gates of all of them, disposes them
/// together, and lets one of them deliver at a time.
///
/// A subclass is one operator: it makes an inlet for each source, says what an inlet's values do, and overrides
/// `inletEnded`. Inlets that share state deliver through `serially`; the state then belongs to whoever is inside.
@usableFromInline
class Junction: Disposable, @unchecked Sendable {
  @usableFromInline final let owner = SerialOwner()
  // Guarded by the owner word's lock.
  private final var waiting: [@Sendable () -> Void] = []
  /// The gate below, which holds this junction until it is disposed.
  @usableFromInline final let downstream: Gate

  /// The gates of the living sources. `position` of a gate says where it stands.
  private struct Inlets {
    var living: [Gate] = []
    var isDisposed = false
  }
  private final let inlets = Mutex(Inlets())

  /// Becomes the upstream of `downstream`; inlets that are added after it has ended are disposed at once.
  @usableFromInline
  init(below downstream: Gate) {
    self.downstream = downstream
    super.init()
    downstream.adopt(self)
  }

  /// A source has ended: its gate is closed, and everything above it is disposed. By default an error goes down.
  @usableFromInline func inletEnded(_ inlet: Gate, _ ending: Ending) {
    if case .failed = ending { downstream.end(ending) }
  }

  // MARK: The sources

  /// Holds the gate of a source. Disposes it, and returns false, if this junction was disposed.
  @usableFromInline final func add(_ gate: Gate) -> Bool {
    let added = inlets.withLock { inlets in
      guard !inlets.isDisposed else { return false }
      gate.position = UInt32(inlets.living.count)
      inlets.living.append(gate)
      return true
    }
    if !added { gate.dispose(.downstream) }
    return added
  }

  /// Lets go of the gate of a source that has ended. Does not dispose it.
  @usableFromInline final func remove(_ gate: Gate) {
    // The gate is let go of after the lock.
    _ = inlets.withLock { inlets -> Gate? in
      let position = Int(gate.position)
      guard position < inlets.living.count, inlets.living[position] === gate else { return nil }
      inlets.living.swapAt(position, inlets.living.count - 1)
      inlets.living[position].position = UInt32(position)
      return inlets.living.removeLast()
    }
  }

  @usableFromInline override func dispose() { dispose(because: .downstream) }

  override func dispose(because reason: DisposalReason) {
    let orphans = inlets.withLock { inlets in
      inlets.isDisposed = true
      return exchange(&inlets.living, with: [])
    }
    for gate in orphans { gate.dispose(reason) }
    super.dispose()
  }

  // MARK: One at a time

  /// This thread may deliver now; else what it has goes to `postpone`.
  @inlinable @inline(__always)
  final func enter() -> Bool { owner.enter() || enterPatiently() }

  @usableFromInline final func enterPatiently() -> Bool { owner.enterPatiently() }

  /// Delivers what was postponed meanwhile.
  @inlinable @inline(__always)
  final func leave() { if !owner.leave() { drain() } }

  /// Runs `event` when it is its turn: at once if nobody is inside.
  @usableFromInline final func postpone(_ event: @escaping @Sendable () -> Void) {
    if owner.postpone({ waiting.append(event) }) { drain() }
  }

  /// Runs `event` alone: now, or after what is being delivered.
  final func serially(_ event: @escaping @Sendable () -> Void) {
    if enter() {
      event()
      leave()
    } else {
      postpone(event)
    }
  }

  @usableFromInline final func drain() {
    var batch: [@Sendable () -> Void] = []
    while owner.takeWaiting({
      batch.removeAll(keepingCapacity: true)
      swap(&batch, &waiting)
      return !batch.isEmpty
    }) {
      for event in batch { event() }
    }
  }
}

/// The gate between one source and a junction.
@usableFromInline
final class Inlet<Value: Sendable, Operator: Junction>: Subscriber<Value>, @unchecked Sendable {
  @usableFromInline final let junction: Operator

  @usableFromInline
  init(site: CallSite, into junction: Operator, role: Role, receive: @escaping Receive) {
    self.junction = junction
    super.init(site: site, downstream: junction.downstream, role: role, receive: receive)
  }

  override func receive(_ ending: Ending) {
    junction.remove(self)
    // It is upstream of what the junction may now send down, so its disposal comes first.
    close(.terminated)
    junction.inletEnded(self, ending)
  }
}

extension Signal {
  /// Subscribes a junction to this signal. Its values run `body` alone, one at a time among all inlets.
  ///
  /// A throw fails the junction's output.
  @inlinable @inline(__always)
  final func connectSerially<Operator: Junction>(
    into junction: Operator, role: Role, _ body: @escaping @Sendable (Operator, Value) throws -> Void
  ) {
    connect(into: junction, role: role) { junction, _, value in
      if junction.enter() {
        do { try body(junction, value) } catch { junction.downstream.error(error) }
        junction.leave()
      } else {
        junction.postpone {
          do { try body(junction, value) } catch { junction.downstream.error(error) }
        }
      }
    }
  }

  /// Subscribes a junction to this signal. Its values run `body` on the thread that sends.
  @inlinable @inline(__always)
  final func connect<Operator: Junction>(
    into junction: Operator, role: Role,
    _ body: @escaping @Sendable (Operator, Subscriber<Value>, Value) -> Void
  ) {
    let inlet = Inlet<Value, Operator>(site: site, into: junction, role: role) { value, gate in
      body(unsafeDowncast(gate, to: Inlet<Value, Operator>.self).junction, gate, value)
    }
    if junction.add(inlet) { connect(inlet) }
  }
}
