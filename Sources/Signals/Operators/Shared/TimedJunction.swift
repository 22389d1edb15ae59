public import SignalTracing
import TraceFormat

/// A junction with a timer: the upstream side of an operator that waits. Sources and timer deliver one at a
/// time.
@usableFromInline
class TimedJunction<State>: SerialJunction<State>, @unchecked Sendable {
  final let scheduler: any TimedScheduler

  private final let timer = Mutex<(work: Disposable?, isDisposed: Bool)>((nil, false))

  init(_ state: __owned State, below downstream: Gate, on scheduler: any TimedScheduler) {
    self.scheduler = scheduler
    super.init(state, below: downstream)
  }

  /// The time has passed for which `wait(for:)` was called. Runs alone.
  func timerFired(_ state: inout State) {}

  /// Calls `timerFired` when a time has passed, unless this is disposed before. One timer at a time.
  @usableFromInline final func wait(for delay: Duration) {
    let work = scheduler.schedule(after: delay) { self.serially { state in self.timerFired(&state) } }
    let (before, isDisposed) = timer.withLock { timer in
      (exchange(&timer.work, with: timer.isDisposed ? nil : work), timer.isDisposed)
    }
    if isDisposed { work.cancel() }
    _ = before
  }

  override func dispose(because reason: DisposalReason) {
    let work = timer.withLock { timer in
      timer.isDisposed = true
      return exchange(&timer.work, with: nil)
    }
    work?.dispose(because: reason)
    super.dispose(because: reason)
  }
}

/// A value that waits for its time, and the event that it arrived with.
@usableFromInline
struct Held<Value: Sendable>: Sendable {
  @usableFromInline let value: Value
  @usableFromInline let cause: UInt64

  @inlinable @inline(__always)
  init(_ value: Value) {
    self.value = value
    cause = ThreadState.cause
  }

  /// Sends the value to the gate below a junction. A trace records the value's own event as the cause.
  func send(below junction: Junction) {
    ThreadState.caused(by: cause) { junction.output(of: Value.self).next(value) }
  }
}
