public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends a value once no newer value has arrived for `interval`.
  ///
  ///     source    a-b-----c-|
  ///     debounce  -----b----(c|)     (interval 3)
  ///
  /// Completion sends the pending value first, on the thread on which the source completes; an error drops
  /// it. Other values are sent on `scheduler`. A value for which `predicate` is false is sent at once, and
  /// drops the pending value. A throw becomes the signal's error. As `RACSignal -throttle:valuesPassingTest:`
  /// and Rx `debounce`.
  @inlinable
  public func debounce(
    for interval: Duration, on scheduler: some TimedScheduler = QueueScheduler.background,
    file: StaticString = #fileID,
    line: UInt32 = #line,
    where predicate: (@Sendable (Value) throws -> Bool)? = nil
  ) -> Signal<Value> {
    derived(at: CallSite("debounce", file, line, .timer)) { source, downstream in
      source.connectSerially(
        into: Debounce<Value>(below: downstream, for: interval, on: scheduler), role: Role(.source)
      ) { debounce, quiet, value in
        if try predicate?(value) ?? true {
          if quiet.hold(Held(value), until: debounce.due) { debounce.startTimer() }
        } else {
          _ = quiet.drop()
          debounce.output(of: Value.self).next(value)
        }
      }
    }
  }
}

@usableFromInline
final class Debounce<Value: Sendable>: TimedJunction<Quiet<Held<Value>>>, @unchecked Sendable {
  private let interval: Duration

  @usableFromInline
  init(below downstream: Gate, for interval: Duration, on scheduler: any TimedScheduler) {
    self.interval = interval
    super.init(Quiet(), below: downstream, on: scheduler)
  }

  /// The time until which a value that arrives now waits.
  @usableFromInline var due: Duration { scheduler.now.later(by: interval) }
  @usableFromInline func startTimer() { wait(for: interval) }

  override func timerFired(_ quiet: inout Quiet<Held<Value>>) {
    switch quiet.timerFired(at: scheduler.now) {
    case .send(let held): held.send(below: self)
    case .wait(let rest): wait(for: rest)
    case .nothing: break
    }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    serially { [self] quiet in
      if case .completed = ending { quiet.drop()?.send(below: self) }
      if downstream.isOpen { downstream.end(ending) }
    }
  }
}

/// The state of a debounce: the newest value, and the time until which it waits.
///
/// The timer is not moved with each value: when it fires too early for the newest one, it waits for the rest.
@usableFromInline
struct Quiet<Value> {
  enum Action {
    case send(Value)
    case wait(Duration)
    case nothing
  }

  @usableFromInline var pending: (value: Value, end: Duration)?
  @usableFromInline var isTimerRunning = false

  @usableFromInline init() {}

  /// Holds a value instead of an older value. True if the caller must start the timer.
  @inlinable
  mutating func hold(_ value: Value, until end: Duration) -> Bool {
    pending = (value, end)
    guard !isTimerRunning else { return false }
    isTimerRunning = true
    return true
  }

  mutating func timerFired(at now: Duration) -> Action {
    isTimerRunning = false
    guard let (value, end) = pending else { return .nothing }
    guard now >= end else {
      isTimerRunning = true
      return .wait(end - now)
    }
    pending = nil
    return .send(value)
  }

  /// Gives up the value that waits.
  @usableFromInline mutating func drop() -> Value? { exchange(&pending, with: nil)?.value }
}
