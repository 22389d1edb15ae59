public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends at most one value in each `interval`. The first value is sent at once, and the newest value at the
  /// interval's end. With `latest` false nothing is sent at the interval's end.
  ///
  ///     source    a-b-c---d-----|
  ///     throttle  a---c---d-----|     (interval 4)
  ///     latest: false
  ///               a-------d-----|
  ///
  /// Completion waits until the pending value is sent; an error drops it. Pending values are sent on
  /// `scheduler`, other values on the thread on which they arrive. As Rx `throttle`.
  @inlinable
  public func throttle(
    for interval: Duration, latest: Bool = true,
    on scheduler: some TimedScheduler = QueueScheduler.background,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    derived(at: CallSite("throttle", file, line)) { source, downstream in
      source.connectSerially(
        into: Throttle<Value>(below: downstream, for: interval, on: scheduler), role: Role(.source)
      ) { throttle, pace, value in
        if pace.passes(at: throttle.now) {
          throttle.output(of: Value.self).next(value)
        } else if latest, let rest = pace.hold(Held(value), at: throttle.now) {
          throttle.startTimer(rest)
        }
      }
    }
  }
}

@usableFromInline
final class Throttle<Value: Sendable>: TimedJunction<Pace<Held<Value>>>, @unchecked Sendable {
  @usableFromInline
  init(below downstream: Gate, for interval: Duration, on scheduler: any TimedScheduler) {
    super.init(Pace(interval: interval), below: downstream, on: scheduler)
  }

  @usableFromInline var now: Duration { scheduler.now }
  @usableFromInline func startTimer(_ rest: Duration) { wait(for: rest) }

  override func timerFired(_ pace: inout Pace<Held<Value>>) {
    switch pace.timerFired(at: scheduler.now) {
    case .send(let held): held.send(below: self)
    case .wait(let rest): wait(for: rest)
    case .nothing: break
    }
    if pace.completesAfterPending, !pace.hasPending, downstream.isOpen { downstream.end(.completed) }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    serially { [self] pace in
      if case .completed = ending, pace.hasPending {
        pace.completesAfterPending = true
      } else if downstream.isOpen {
        downstream.end(ending)
      }
    }
  }
}

/// The state of a throttle: the time of the next turn, and the value that waits for it.
@usableFromInline
struct Pace<Value> {
  enum Action {
    case send(Value)
    case wait(Duration)
    case nothing
  }

  @usableFromInline let interval: Duration
  @usableFromInline var turn: Duration?
  @usableFromInline var pending: Value?
  @usableFromInline var isTimerRunning = false
  /// The source has completed while a value waited.
  var completesAfterPending = false

  init(interval: Duration) { self.interval = interval }

  var hasPending: Bool { pending != nil }

  /// True if a value that arrives now must be sent at once. A pending value is out of date then.
  @inlinable
  mutating func passes(at now: Duration) -> Bool {
    if let turn, now < turn { return false }
    pending = nil
    turn = now.later(by: interval)
    return true
  }

  /// Holds a value instead of an older value until its turn. Returns the time that the timer must wait; nil
  /// if the timer runs.
  @inlinable
  mutating func hold(_ value: Value, at now: Duration) -> Duration? {
    pending = value
    guard let turn, !isTimerRunning else { return nil }
    isTimerRunning = true
    return turn - now
  }

  mutating func timerFired(at now: Duration) -> Action {
    isTimerRunning = false
    guard let value = pending else { return .nothing }
    if let turn, now < turn {
      isTimerRunning = true
      return .wait(turn - now)
    }
    pending = nil
    turn = now.later(by: interval)
    return .send(value)
  }
}
