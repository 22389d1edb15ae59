import SignalTracing
import TraceFormat

/// The subscriber of a source that may send from several threads at the same time, or during a delivery. The
/// events reach its gate one at a time, and a trace says which events had to wait.
///
/// It stands in front of the gate and shares the gate's trace, so a recording shows one subscription. It ends
/// as soon as the source sent it an end, or the gate was disposed.
final class SerialSubscriber<Value: Sendable>: Subscriber<Value>, @unchecked Sendable {
  private let owner = SerialOwner()
  /// The source is the program's, and the program must send one event at a time.
  private let isProgram: Bool
  // Guarded by the owner word's lock.
  private var waiting: [QueuedEvent] = []

  private enum Event {
    case next(Value)
    case end(Ending)
  }

  /// An event keeps its cause while it waits.
  private struct QueuedEvent {
    let event: Event
    let cause: UInt64
    let thread: UInt32
    let isNested: Bool
  }

  private init(inFrontOf gate: __shared Subscriber<Value>, ofProgram isProgram: Bool) {
    self.isProgram = isProgram
    super.init(inFrontOf: gate) { value, front in
      // The gate that is being made here.
      unsafeDowncast(front, to: SerialSubscriber<Value>.self).send(.next(value))
    }
  }

  /// The source has released it.
  deinit {
    if isProgram, TracedSubscription.livesAreWatched, isOpen, gate.isOpen { trace.abandoned() }
  }

  /// Makes the subscriber in front of a gate. The gate closes that subscriber when it is disposed.
  ///
  /// - Parameter isProgram: true if the source is the program's, which must send one event at a time.
  /// - Returns: the subscriber for the source, and the upstream that the gate disposes. The source's
  ///   disposable is added to that upstream.
  static func inFront(
    of gate: Subscriber<Value>, ofProgram isProgram: Bool
  ) -> (front: Subscriber<Value>, upstream: SerializedUpstream) {
    let front = SerialSubscriber<Value>(inFrontOf: gate, ofProgram: isProgram)
    let upstream = SerializedUpstream(front)
    gate.adopt(upstream)
    return (front, upstream)
  }

  private var gate: Subscriber<Value> {
    // `init` took it as one.
    unsafeDowncast(downstream.unsafelyUnwrapped.takeUnretainedValue(), to: Subscriber<Value>.self)
  }

  // The gate reports what happens.
  override func reportNext(_ value: Value) -> UInt64 { ThreadState.cause }
  override func reportEnd(_ ending: Ending) -> UInt64 { ThreadState.cause }
  override func reportDisposed(_ reason: DisposalReason) {}
  override func receive(_ ending: Ending) { send(.end(ending)) }

  private func send(_ event: Event) {
    let entry = owner.enterAgain()
    if entry == .inside || owner.enter(entry) || owner.enterPatiently() {
      deliver(event)
      if !owner.leave(entry) { drain() }
    } else {
      let waiting = QueuedEvent(
        event: event, cause: ThreadState.cause, thread: ThreadState.number, isNested: owner.isMine)
      if owner.postpone({ self.waiting.append(waiting) }) { drain() }
      if isProgram, !waiting.isNested { Overlaps.tell(of: trace) }
    }
  }

  private func deliver(_ event: Event) {
    switch event {
    case .next(let value): gate.next(value)
    case .end(let ending): gate.end(ending)
    }
  }

  private func drain() {
    let cause = ThreadState.cause
    defer { ThreadState.cause = cause }
    var batch: [QueuedEvent] = []
    while owner.takeWaiting({
      swap(&batch, &waiting)
      return !batch.isEmpty
    }) {
      // An event that was on its way when the gate was disposed did not come late.
      for waiting in batch where gate.isOpen {
        if TracedSubscription.terminalEventsAreWatched {
          trace.overlapped(sent: waiting.thread, isNested: waiting.isNested)
        }
        ThreadState.cause = waiting.cause
        deliver(waiting.event)
      }
      // Not under the lock: this may release objects of the program, and so run its code.
      batch.removeAll(keepingCapacity: true)
    }
  }
}

/// The line of a debug build about sources of the program that send from two threads at the same time. A
/// recording says more.
private enum Overlaps {
  /// Says so, once for each source of the program's text.
  @inline(__always)
  static func tell(of subscription: TracedSubscription) {
    #if DEBUG
      let site = subscription.site
      let source = "\(site.operatorName) at \(site.file):\(site.line)"
      guard told.withLock({ $0.insert(source).inserted }) else { return }
      let line = """
        Signals: \(source) has sent events from two threads at the same time. They were put in order, which a release \
        build does not do: its closure must send one event at a time.

        """
      StandardError.write(line)
    #endif
  }

  #if DEBUG
    private static let told = Mutex<Set<String>>([])
  #endif
}

/// The upstream of a gate with a `SerialSubscriber` in front of it: that subscriber, and the disposable that
/// the source returned.
final class SerializedUpstream: Disposable, @unchecked Sendable {
  // Only `init` sets it. Weak: the source keeps the front, the front keeps the gate, and the gate keeps this
  // object.
  private weak var front: Gate?
  private let upstream = Mutex<(disposable: Disposable?, reason: DisposalReason?)>((nil, nil))

  init(_ front: Gate) {
    self.front = front
    super.init()
  }

  /// Adds the disposable that the source returned. Disposes it at once if this was disposed.
  func add(_ disposable: Disposable) {
    let isOver = upstream.withLock { upstream in
      if upstream.reason == nil { upstream.disposable = disposable }
      return upstream.reason != nil
    }
    if isOver { disposable.dispose(because: .downstream) }
  }

  override func dispose(because reason: DisposalReason) {
    front?.closeFront()
    let disposable = upstream.withLock { upstream in
      upstream.reason = reason
      return exchange(&upstream.disposable, with: nil)
    }
    disposable?.dispose(because: reason)
    super.dispose(because: reason)
  }
}
