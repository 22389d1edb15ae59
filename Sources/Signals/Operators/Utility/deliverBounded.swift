import SignalTracing
import TraceFormat

extension Signal {
  /// Sends everything on `scheduler`, in the order in which it arrived, with a bound on the number of waiting
  /// values.
  ///
  ///     source   abc----d-|
  ///     deliver  ----(bc)---(d|)     (the scheduler comes to it after 4; at most 2 wait, the oldest are dropped)
  ///
  /// The value that is being delivered does not wait. A trace records each dropped value as `dropped`. Errors
  /// and completion keep their place, and are never dropped. With `.fail(beyond:)` a value beyond the bound
  /// disposes the source at once; the waiting values are delivered, then `WaitingOverflow` is the error.
  /// Events that still wait when the subscription is disposed are dropped silently. As RxJava
  /// `onBackpressureBuffer`, `onBackpressureDrop` and `onBackpressureLatest` before `observeOn`, and Combine
  /// `buffer(size:prefetch:whenFull:)`.
  public func deliver(
    on scheduler: some Scheduler, bound: WaitingBound,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    derived(at: CallSite("deliver(on:bound:)", file, line, .buffers)) { source, downstream in
      source.connect(
        into: BoundedDelivery<Value>(bound, below: downstream, on: scheduler), role: Role(.source)
      ) { delivery, _, value in delivery.add(value) }
    }
  }
}

/// Events on their way to a scheduler, up to a bound.
private final class BoundedDelivery<Value: Sendable>: ScheduledJunction<BoundedLine<Held<Value>>>,
  @unchecked Sendable
{
  /// The next step of the work.
  private enum Step {
    case send(Held<Value>)
    case end(Ending, cause: UInt64)
  }

  private let limit: Int

  init(_ bound: WaitingBound, below downstream: Gate, on scheduler: any Scheduler) {
    limit = bound.limit
    super.init(BoundedLine(bound), below: downstream, on: scheduler)
  }

  func add(_ value: Value) {
    let cause = ThreadState.cause
    // A dropped value goes out of memory after the lock.
    let (outcome, isFirst) = waiting.withLock { waiting -> (BoundedLine<Held<Value>>.Outcome, Bool) in
      guard !waiting.isDisposed, waiting.ending == nil else { return (.waits, false) }
      let outcome = waiting.line.add(Held(value))
      if case .overflows = outcome {
        waiting.ending = (.failed(WaitingOverflow(limit: limit)), cause)
      }
      // If no value may wait, no value may be on its way either.
      let hasWork = !waiting.line.isEmpty || waiting.ending != nil
      return (outcome, hasWork && !exchange(&waiting.isScheduled, with: true))
    }
    switch outcome {
    case .waits: break
    case .dropped: noteDropped()
    case .overflows:
      noteDropped()
      dispose(source: 0, because: .downstream)
    }
    if isFirst { schedule() }
  }

  /// Delivers the values that wait now. Values that arrive meanwhile are left to the next piece of work.
  override func deliver() {
    var rest = waiting.withLock { $0.line.count }
    while downstream.isOpen, let step = nextStep(rest) {
      switch step {
      case .send(let held): held.send(below: self)
      case .end(let ending, let cause): return ThreadState.caused(by: cause) { downstream.end(ending) }
      }
      rest -= 1
    }
    let goesOn = waiting.withLock { waiting in
      waiting.isScheduled = !waiting.isDisposed && (!waiting.line.isEmpty || waiting.ending != nil)
      return waiting.isScheduled
    }
    if goesOn { schedule() }
  }

  private func nextStep(_ rest: Int) -> Step? {
    waiting.withLock { waiting in
      if rest > 0, let held = waiting.line.popFirst() { return .send(held) }
      guard waiting.line.isEmpty, let (ending, cause) = waiting.ending else { return nil }
      return .end(ending, cause: cause)
    }
  }
}

extension Junction {
  /// Records in a trace that a value found no room, or gave its place to another value.
  func noteDropped() {
    if TracedSubscription.terminalEventsAreWatched { downstream.trace.dropped(.next) }
  }
}
