public import SignalTracing
public import TraceFormat

/// The upstream side of an operator that has several sources: it holds the gates of all of them, disposes
/// them together, and lets one of them deliver at a time.
///
/// A subclass is one operator: it makes an inlet for each source, says what an inlet's values do, and
/// overrides `inletEnded`. Inlets that share state deliver through `serially`; the state then belongs to the
/// thread that is inside.
@usableFromInline
class Junction: Disposable, @unchecked Sendable {
  // Threads: a property that changes is atomic, has a lock, or says which thread owns it. The same holds for
  // every subclass.

  @usableFromInline final let owner = SerialOwner()
  // Guarded by the owner word's lock. An event keeps its cause while it waits.
  private final var waiting: [(event: @Sendable () -> Void, cause: UInt64)] = []
  /// The gate below, which holds this junction until it is disposed.
  @usableFromInline final let downstream: Gate

  private struct Entry {
    let gate: Gate
    /// Which of the sources it is for.
    let number: UInt32
  }

  /// The gates of the living sources. `position` of a gate says where it stands.
  private struct Inlets {
    var living: [Entry] = []
    var isDisposed = false

    mutating func remove(at position: Int) -> Gate {
      living.swapAt(position, living.count - 1)
      living[position].gate.position = UInt32(position)
      return living.removeLast().gate
    }
  }
  private final let inlets = BiasedMutex(Inlets())

  /// Becomes the upstream of `downstream`; inlets that are added after it has ended are disposed at once.
  @usableFromInline
  init(below downstream: Gate) {
    self.downstream = downstream
    super.init()
    downstream.adopt(self)
  }

  /// The gate below, which receives this operator's values. While an event passes, its inlet keeps this
  /// junction, and the junction keeps the gate: no reference is counted for each value.
  @inlinable @inline(__always)
  final func output<Value: Sendable>(of type: Value.Type) -> Output<Value> { Output(to: downstream) }

  /// A source has ended: its gate is closed, and everything above that gate is disposed. By default an error
  /// is sent down when its turn comes.
  ///
  /// - Parameter number: the number of the source.
  @usableFromInline func inletEnded(number: UInt32, _ ending: Ending) {
    if case .failed = ending { endSerially(ending) }
  }

  /// The same, for an operator that must know whether this was the last living source.
  @usableFromInline func inletEnded(number: UInt32, isLast: Bool, _ ending: Ending) {
    inletEnded(number: number, ending)
  }

  // MARK: The sources

  /// Holds the gate of a source. Disposes it, and returns false, if this junction was disposed.
  @usableFromInline final func add(_ gate: Gate, number: UInt32) -> Bool {
    let added = inlets.withLock { inlets in
      guard !inlets.isDisposed else { return false }
      gate.position = UInt32(inlets.living.count)
      inlets.living.append(Entry(gate: gate, number: number))
      return true
    }
    if !added { gate.dispose(.downstream) }
    return added
  }

  /// Releases the gate of a source that has ended, without disposing it.
  ///
  /// - Returns: true if no other is left.
  @usableFromInline final func remove(_ gate: Gate) -> Bool {
    // The gate is released after the lock.
    let (isLast, removed) = inlets.withLock { inlets -> (Bool, Gate?) in
      let position = Int(gate.position)
      guard position < inlets.living.count, inlets.living[position].gate === gate else {
        return (inlets.living.isEmpty, nil)
      }
      let removed = inlets.remove(at: position)
      return (inlets.living.isEmpty, removed)
    }
    withExtendedLifetime(removed) {}
    return isLast
  }

  /// Disposes the gate of one source, and releases it.
  @usableFromInline final func dispose(source number: UInt32, because reason: DisposalReason) {
    let gate = inlets.withLock { inlets -> Gate? in
      for position in inlets.living.indices where inlets.living[position].number == number {
        return inlets.remove(at: position)
      }
      return nil
    }
    gate?.dispose(reason)
  }

  @usableFromInline override func dispose(because reason: DisposalReason) { disposeInlets(because: reason) }

  /// Disposes the gates of all sources, and those that come.
  final func disposeInlets(because reason: DisposalReason) {
    let orphans = inlets.withLock { inlets in
      inlets.isDisposed = true
      return exchange(&inlets.living, with: [])
    }
    for orphan in orphans { orphan.gate.dispose(reason) }
    super.dispose(because: reason)
  }

  /// Disposes the gates of all sources but one, and those that come.
  final func disposeInlets(except number: UInt32, because reason: DisposalReason) {
    let orphans = inlets.withLock { inlets in
      inlets.isDisposed = true
      let all = exchange(&inlets.living, with: [])
      if let kept = all.first(where: { $0.number == number }) {
        kept.gate.position = 0
        inlets.living = [kept]
      }
      return all
    }
    for orphan in orphans where orphan.number != number { orphan.gate.dispose(reason) }
  }

  // MARK: One at a time

  /// Called by a thread that the owner word's `enterAgain` did not let in. True if the thread may deliver
  /// now. Else it calls `postpone`.
  @usableFromInline final func enter(_ entry: SerialOwner.Entry) -> Bool {
    owner.enter(entry) || owner.enterPatiently()
  }

  /// Delivers the events that were postponed meanwhile.
  @inlinable @inline(__always)
  final func leave(_ entry: SerialOwner.Entry) { if !owner.leave(entry) { drain() } }

  /// Runs `event` when its turn comes: at once if no thread is inside.
  @usableFromInline final func postpone(_ event: @escaping @Sendable () -> Void) {
    let cause = ThreadState.cause
    if owner.postpone({ waiting.append((event, cause)) }) { drain() }
  }

  /// The same for a value of `inlet`, whose trace then says that it had to wait.
  @usableFromInline final func postpone(from inlet: Gate, _ event: @escaping @Sendable () -> Void) {
    let (thread, isNested) = (ThreadState.number, owner.isMine)
    postpone {
      if TracedSubscription.terminalEventsAreWatched {
        inlet.trace.overlapped(sent: thread, isNested: isNested)
      }
      event()
    }
  }

  /// Runs `event` alone: now, or after the events that are being delivered.
  @usableFromInline final func serially(_ event: @escaping @Sendable () -> Void) {
    let entry = owner.enterAgain()
    if entry == .inside || enter(entry) {
      event()
      leave(entry)
    } else {
      postpone(event)
    }
  }

  /// Ends the output, after the events that are being delivered. Does nothing if the output has ended
  /// already.
  @usableFromInline final func endSerially(_ ending: Ending) {
    serially { [downstream] in
      if downstream.isOpen { downstream.end(ending) }
    }
  }

  @usableFromInline final func drain() {
    let cause = ThreadState.cause
    defer { ThreadState.cause = cause }
    var batch: [(event: @Sendable () -> Void, cause: UInt64)] = []
    var backlog = Backlog()
    while owner.takeWaiting({
      swap(&batch, &waiting)
      return !batch.isEmpty
    }) {
      if backlog.grew(to: batch.count) { downstream.trace.waiting(batch.count) }
      for waiting in batch {
        ThreadState.cause = waiting.cause
        waiting.event()
      }
      // Not under the lock: this may release objects of the program, and so run its code.
      batch.removeAll(keepingCapacity: true)
    }
    if backlog.shrank(to: 0) { downstream.trace.waiting(0) }
  }
}
