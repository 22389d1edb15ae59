import SignalTracing
import TraceFormat

extension Signal {
  /// Transforms values on `scheduler`, but only the newest: a new value takes the place of a waiting value.
  ///
  ///     source   abc----d-|
  ///     lazyMap  --C----D-|     (the scheduler comes to it at 2)
  ///
  /// For costly transformations of values that a newer value makes useless. The end of the source is sent on
  /// `scheduler`, after a waiting value. A throw becomes the signal's error. As ReactiveSwift
  /// `lazyMap(on:transform:)`.
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

private struct Newest<Value: Sendable>: Sendable {
  var value: Value
  var cause: UInt64
}

private final class LazyMap<Value: Sendable, Result: Sendable>: ScheduledJunction<Newest<Value>?>,
  @unchecked Sendable
{
  private let transform: @Sendable (Value) throws -> Result

  init(
    below downstream: Gate, on scheduler: any Scheduler,
    _ transform: @escaping @Sendable (Value) throws -> Result
  ) {
    self.transform = transform
    super.init(nil, below: downstream, on: scheduler)
  }

  func take(_ value: Value) {
    let newest = Newest(value: value, cause: ThreadState.cause)
    let (older, isFirst) = waiting.withLock { waiting -> (Newest<Value>?, Bool) in
      guard !waiting.isDisposed else { return (nil, false) }
      let older = exchange(&waiting.line, with: newest)
      return (older, !exchange(&waiting.isScheduled, with: true))
    }
    if isFirst { schedule() }
    // Values that were never sent are released here, outside the lock.
    _ = older
  }

  override func deliver() {
    let (newest, ending) = waiting.withLock { waiting in
      (exchange(&waiting.line, with: nil), waiting.ending)
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
      waiting.isScheduled = waiting.line != nil || waiting.ending != nil
      return waiting.isScheduled
    }
    if goesOn { schedule() }
  }
}
