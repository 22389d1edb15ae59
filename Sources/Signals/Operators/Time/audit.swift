import SignalTracing
import Synchronization
import TraceFormat

extension Signal {
  /// A value begins an interval, unless an interval runs. At the interval's end the newest value is sent.
  ///
  ///     source  ab-c-----d--|
  ///     audit   ----c--------(d|)     (interval 4)
  ///
  /// Values are sent on `scheduler`. The source's completion waits until a waiting value is sent; an error
  /// drops that value. With an interval of zero or less the value is sent as soon as the scheduler runs the
  /// work. As RxJS 7 `auditTime`.
  public func audit(
    for interval: Duration, on scheduler: some TimedScheduler = QueueScheduler.background,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    derived(at: CallSite("audit(for:on:)", file, line, .timer)) { source, downstream in
      source.connectSerially(
        into: TimedAudit<Value>(below: downstream, on: scheduler), role: Role(.source)
      ) { audit, state, value in
        state.held = Held(value)
        if !exchange(&state.isRunning, with: true) { audit.wait(for: interval) }
      }
    }
  }

  /// A value begins an interval, unless an interval runs. The interval lasts until the signal that `duration`
  /// returns for the value sends a value. Then the newest value of the source is sent.
  ///
  ///     source  a-b-c----d-e-|
  ///     a       ---x
  ///     c           ---x
  ///     d                ---x
  ///     audit   ---b---c----e|
  ///
  /// The newest value is sent on the thread on which the interval's signal sends. The interval's signal is
  /// disposed then. If it completes without a value, nothing is sent, and the next value begins a new
  /// interval. The source's completion waits until a waiting value is sent. An error of either signal, or a
  /// throw of `duration`, is an error at once, and drops the waiting value. As RxJS 7 `audit`.
  public func audit<Trigger: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    until duration: @escaping @Sendable (Value) throws -> Signal<Trigger>
  ) -> Signal<Value> {
    derived(at: CallSite("audit(until:)", file, line)) { source, downstream in
      source.connect(into: Audit<Value>(below: downstream), role: Role(.source)) { audit, _, value in
        guard let number = audit.accept(value) else { return }
        audit.asking(duration, about: value) { duration in
          duration.connectSerially(into: audit, role: Role(.control, number: number), number: number) {
            audit, _ in audit.fired(number)
          }
        }
      }
    }
  }
}

extension Junction {
  /// Calls `start` with the signal that a closure of the program returns for a value. A throw is the error of
  /// the output.
  func asking<Value, Trigger: Sendable>(
    _ signal: (Value) throws -> Signal<Trigger>, about value: Value, _ start: (Signal<Trigger>) -> Void
  ) {
    do {
      start(try ThreadState.onBehalf(of: downstream.trace) { try signal(value) })
    } catch {
      endSerially(.failed(error))
    }
  }
}

/// The state of an audit: the newest value, and whether the interval runs.
private struct TimedAuditState<Value: Sendable> {
  var held: Held<Value>?
  var isRunning = false
  var sourceHasCompleted = false
}

private final class TimedAudit<Value: Sendable>: TimedJunction<TimedAuditState<Value>>, @unchecked Sendable {
  init(below downstream: Gate, on scheduler: any TimedScheduler) {
    super.init(TimedAuditState(), below: downstream, on: scheduler)
  }

  override func timerFired(_ state: inout TimedAuditState<Value>) {
    state.isRunning = false
    let isLast = state.sourceHasCompleted
    exchange(&state.held, with: nil)?.send(below: self)
    if isLast, downstream.isOpen { downstream.end(.completed) }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    serially { [self] state in
      if case .completed = ending, state.isRunning {
        state.sourceHasCompleted = true
      } else if downstream.isOpen {
        downstream.end(ending)
      }
    }
  }
}

private final class Audit<Value: Sendable>: Junction, @unchecked Sendable {
  private struct State {
    var held: Held<Value>?
    /// The number of the interval's signal; 0 while no interval runs.
    var running: UInt32 = 0
    var sourceHasCompleted = false
  }
  private let state = Mutex(State())
  // Only the source's thread counts.
  private var asked: UInt32 = 0

  override init(below downstream: Gate) { super.init(below: downstream) }

  /// - Returns: the number of the next interval's signal; nil if an interval runs.
  func accept(_ value: Value) -> UInt32? {
    // Its old value goes out of memory after the lock.
    let (older, starts) = state.withLock { state -> (Held<Value>?, Bool) in
      let starts = state.running == 0
      if starts { state.running = asked &+ 1 }
      return (exchange(&state.held, with: Held(value)), starts)
    }
    _ = older
    guard starts else { return nil }
    asked &+= 1
    return asked
  }

  /// This thread is inside.
  func fired(_ number: UInt32) {
    let (isRunning, held, isLast) = state.withLock { state -> (Bool, Held<Value>?, Bool) in
      guard state.running == number else { return (false, nil, false) }
      state.running = 0
      return (true, exchange(&state.held, with: nil), state.sourceHasCompleted)
    }
    guard isRunning else { return }
    dispose(source: number, because: .trigger)
    held?.send(below: self)
    if isLast, downstream.isOpen { downstream.completed() }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    let isOver = state.withLock { state in
      if number == 0 {
        state.sourceHasCompleted = true
      } else {
        guard state.running == number else { return false }
        state.running = 0
      }
      if case .failed = ending { return true }
      return state.sourceHasCompleted && (state.running == 0 || state.held == nil)
    }
    if isOver { endSerially(ending) }
  }
}
