import SignalTracing
import TraceFormat

extension Signal {
  /// Transforms values on `scheduler`, and only the newest: what arrives while another waits takes its place.
  ///
  ///     source   abc----d-|
  ///     lazyMap  --C----D-|     (the scheduler comes to it at 2)
  ///
  /// For transformations that cost more than a value is worth once there is a newer one. The end of the source is sent on
  /// `scheduler`, after the value that waits. A throw becomes the signal's error. As ReactiveSwift `lazyMap(on:transform:)`.
  public func lazyMap<Result: Sendable>(
    on scheduler: some Scheduler, file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Result
  ) -> Signal<Result> {
    derived(at: CallSite("lazyMap", file, line)) { source, downstream in
      source.connect(
        into: LazyMap<Value, Result>(below: downstream, on: scheduler, transform), role: Role(.source)
      ) { lazyMap, _, value in lazyMap.take(value) }
    }
  }
}

private final class LazyMap<Value: Sendable, Result: Sendable>: Junction, @unchecked Sendable {
  private struct Waiting {
    var newest: (value: Value, cause: UInt64)?
    var ending: (Ending, cause: UInt64)?
    /// Work is on its way, or runs.
    var isScheduled = false
    var isDisposed = false
    var work: Disposable?
  }

  private let waiting = Mutex(Waiting())
  private let scheduler: any Scheduler
  private let transform: @Sendable (Value) throws -> Result

  init(
    below downstream: Gate, on scheduler: any Scheduler,
    _ transform: @escaping @Sendable (Value) throws -> Result
  ) {
    self.scheduler = scheduler
    self.transform = transform
    super.init(below: downstream)
  }

  func take(_ value: Value) {
    let cause = ThreadState.cause
    let (older, isFirst) = waiting.withLock { waiting -> (Value?, Bool) in
      guard !waiting.isDisposed else { return (nil, false) }
      let older = exchange(&waiting.newest, with: (value, cause))?.value
      return (older, !exchange(&waiting.isScheduled, with: true))
    }
    if isFirst { schedule() }
    // What was never sent goes out of memory here, outside the lock.
    _ = older
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    let cause = ThreadState.cause
    let isFirst = waiting.withLock { waiting in
      waiting.ending = (ending, cause)
      return !exchange(&waiting.isScheduled, with: true)
    }
    if isFirst { schedule() }
  }

  private func schedule() {
    let work = scheduler.schedule { self.deliver() }
    let (before, isDisposed) = waiting.withLock { waiting in
      (exchange(&waiting.work, with: waiting.isDisposed ? nil : work), waiting.isDisposed)
    }
    if isDisposed { work.dispose() }
    _ = before
  }

  private func deliver() {
    let (newest, ending) = waiting.withLock { waiting in
      (exchange(&waiting.newest, with: nil), waiting.ending)
    }
    if let newest, downstream.isOpen {
      ThreadState.caused(by: newest.cause) {
        do { output(of: Result.self).next(try transform(newest.value)) } catch {
          if downstream.isOpen { downstream.error(error) }
        }
      }
    }
    if let ending {
      if downstream.isOpen { ThreadState.caused(by: ending.cause) { downstream.end(ending.0) } }
      return
    }
    let goesOn = waiting.withLock { waiting in
      waiting.isScheduled = waiting.newest != nil || waiting.ending != nil
      return waiting.isScheduled
    }
    if goesOn { schedule() }
  }

  override func dispose(because reason: DisposalReason) {
    let (newest, work) = waiting.withLock { waiting in
      waiting.isDisposed = true
      return (exchange(&waiting.newest, with: nil), exchange(&waiting.work, with: nil))
    }
    work?.dispose()
    super.dispose(because: reason)
    _ = newest
  }
}
