public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends everything on `scheduler`, in the order in which it arrived, errors and completion included.
  ///
  ///     source   ab---c-|
  ///     deliver  -ab---c-|
  ///
  /// The number of waiting events has no bound: a source that stays faster than the scheduler uses up memory.
  /// Events that still wait when the subscription is disposed are dropped. As `RACSignal -deliverOn:` and Rx
  /// `observe(on:)`.
  @inlinable
  public func deliver(
    on scheduler: some Scheduler, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    derived(at: CallSite("deliver(on:)", file, line, .buffers)) { source, downstream in
      source.connect(
        into: Delivery<Value>(below: downstream, on: scheduler), role: Role(.source)
      ) { delivery, _, value in delivery.add(value) }
    }
  }

  /// Sends everything on the main queue, in order. An event that arrives on the main queue while no event
  /// waits is sent at once.
  ///
  ///     source         ab---c-|     (on another thread)
  ///     deliverOnMain  -ab---c-|     (on the main queue)
  ///
  /// Errors and completion wait for their turn, too. Events that still wait when the subscription is disposed
  /// are dropped. As `RACSignal -deliverOnMainThread`.
  @inlinable
  public func deliverOnMain(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    derived(at: CallSite("deliverOnMain", file, line, .buffers)) { source, downstream in
      source.connect(
        into: Delivery<Value>(below: downstream, on: MainScheduler()), role: Role(.source)
      ) { delivery, _, value in delivery.add(value) }
    }
  }
}

/// Events on their way to a scheduler, in batches. Each batch is one piece of work.
@usableFromInline
final class Delivery<Value: Sendable>: Junction, @unchecked Sendable {
  @usableFromInline
  struct Batch {
    @usableFromInline var values: [Value] = []
    /// The events that caused the first values. 0 for a value that arrived without a watcher.
    @usableFromInline var causes: [UInt64] = []
    @usableFromInline var ending: Ending?
    @usableFromInline var endingCause: UInt64 = 0

    @usableFromInline init() {}
  }

  @usableFromInline
  struct State {
    @usableFromInline var batch = Batch()
    /// Work is on its way, or runs.
    @usableFromInline var isScheduled = false
    @usableFromInline var isDisposed = false
    @usableFromInline var work: Disposable?
    @usableFromInline var backlog = Backlog()

    @usableFromInline init() {}
  }

  @usableFromInline let state = Mutex(State())
  @usableFromInline let scheduler: any Scheduler
  /// A delivered batch, whose memory is used again. Belongs to the work.
  @usableFromInline var spare = Batch()

  @usableFromInline
  init(below downstream: Gate, on scheduler: any Scheduler) {
    self.scheduler = scheduler
    super.init(below: downstream)
  }

  @inlinable
  func add(_ value: Value) {
    let (isFirst, told) = state.withLock { state -> (Bool, told: Int?) in
      guard !state.isDisposed else { return (false, nil) }
      if TracedSubscription.watchOnValues != 0 {
        while state.batch.causes.count < state.batch.values.count { state.batch.causes.append(0) }
        state.batch.causes.append(ThreadState.cause)
      }
      state.batch.values.append(value)
      let count = state.batch.values.count
      return (!exchange(&state.isScheduled, with: true), state.backlog.grew(to: count) ? count : nil)
    }
    if let told { downstream.trace.waiting(told) }
    if isFirst { schedule() }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    let isFirst = state.withLock { state in
      state.batch.ending = ending
      state.batch.endingCause = ThreadState.cause
      return !exchange(&state.isScheduled, with: true)
    }
    if isFirst { schedule() }
  }

  @inlinable
  func schedule() {
    let work = scheduler.schedule { self.deliver() }
    let (before, isDisposed) = state.withLock { state in
      (exchange(&state.work, with: state.isDisposed ? nil : work), state.isDisposed)
    }
    if isDisposed { work.cancel() }
    _ = before
  }

  /// Delivers the waiting events. Events that arrive meanwhile are left to the next piece of work.
  @inlinable
  func deliver() {
    state.withLock { swap(&$0.batch, &spare) }
    send(spare)
    if spare.values.count > 4096 { spare.values = [] } else { spare.values.removeAll(keepingCapacity: true) }
    spare.causes.removeAll()
    if let ending = spare.ending {
      let cause = spare.endingCause
      spare = Batch()
      if downstream.isOpen { ThreadState.caused(by: cause) { downstream.end(ending) } }
      return
    }
    let (goesOn, told) = state.withLock { state -> (Bool, told: Int?) in
      let (count, hasEnding) = (state.batch.values.count, state.batch.ending != nil)
      state.isScheduled = count > 0 || hasEnding
      return (state.isScheduled, state.backlog.shrank(to: count) ? count : nil)
    }
    if let told { downstream.trace.waiting(told) }
    if goesOn { schedule() }
  }

  @inlinable
  func send(_ batch: borrowing Batch) {
    // `init` took it as one.
    let gate = unsafeDowncast(downstream, to: Subscriber<Value>.self)
    for index in batch.values.indices {
      // An event of a gate that was disposed meanwhile did not come late: it was on its way.
      guard gate.isOpen else { return }
      if index < batch.causes.count { ThreadState.cause = batch.causes[index] }
      gate.next(batch.values[index])
    }
  }

  override func dispose(because reason: DisposalReason) {
    let (batch, work) = state.withLock { state in
      state.isDisposed = true
      return (exchange(&state.batch, with: Batch()), exchange(&state.work, with: nil))
    }
    work?.dispose(because: reason)
    super.dispose(because: reason)
    _ = batch
  }
}
