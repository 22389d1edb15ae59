public import SignalTracing
import TraceFormat

/// A junction with a timer: what stands upstream of an operator that waits.
///
/// Sources and timer deliver one at a time; the state of a subclass belongs to whoever is inside.
@usableFromInline
class TimedJunction: Junction, @unchecked Sendable {
  final let scheduler: any TimedScheduler

  private struct Timer {
    var work: Disposable?
    var isDisposed = false
  }
  private final let timer = Mutex(Timer())

  init(below downstream: Gate, on scheduler: any TimedScheduler) {
    self.scheduler = scheduler
    super.init(below: downstream)
  }

  /// The time has passed for which `wait(for:)` was called. Runs alone.
  func timerFired() {}

  /// Calls `timerFired` when a time has passed, unless this is disposed before. One timer at a time.
  @usableFromInline final func wait(for delay: Duration) {
    let work = scheduler.schedule(after: delay) { self.serially { self.timerFired() } }
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

/// A value that waits for its time, and the event that brought it.
@usableFromInline
struct Held<Value: Sendable>: Sendable {
  @usableFromInline let value: Value
  @usableFromInline let cause: UInt64

  @inlinable @inline(__always)
  init(_ value: Value) {
    self.value = value
    cause = ThreadState.cause
  }

  /// Sends the value to the gate below a junction, as what its event caused.
  func send(below junction: Junction) {
    ThreadState.caused(by: cause) { junction.output(of: Value.self).next(value) }
  }
}
