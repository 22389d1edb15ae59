public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends at most one value in each `interval`: the first at once; then the newest one at the interval's end, or none
  /// with `latest` false.
  ///
  ///     source    a-b-c---d-----|
  ///     throttle  a---c---d-----|     (interval 4)
  ///     latest: false
  ///               a-------d-----|
  ///
  /// Completion waits for the pending value; an error drops it. Pending values are sent on `scheduler`, others where they
  /// arrive. As Rx `throttle`.
  @inlinable
  public func throttle(
    for interval: Duration, latest: Bool = true, on scheduler: some TimedScheduler,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    derived(at: CallSite("throttle", file, line)) { source, downstream in
      source.connectSerially(
        into: Throttle<Value>(below: downstream, for: interval, on: scheduler), role: Role(.source)
      ) { throttle, value in
        if throttle.passes() {
          throttle.output(of: Value.self).next(value)
        } else if latest {
          throttle.hold(value)
        }
      }
    }
  }
}

@usableFromInline
final class Throttle<Value: Sendable>: TimedJunction, @unchecked Sendable {
  // These belong to whoever is inside.
  @usableFromInline var pace: Pace<Held<Value>>
  private var completesAfterPending = false

  @usableFromInline
  init(below downstream: Gate, for interval: Duration, on scheduler: any TimedScheduler) {
    pace = Pace(interval: interval)
    super.init(below: downstream, on: scheduler)
  }

  /// True if a value may pass now; then none does before the interval is over.
  @inlinable
  func passes() -> Bool { pace.passes(at: now) }

  @inlinable
  func hold(_ value: Value) {
    if let rest = pace.hold(Held(value), at: now) { startTimer(rest) }
  }

  @usableFromInline var now: Duration { scheduler.now }
  @usableFromInline func startTimer(_ rest: Duration) { wait(for: rest) }

  override func timerFired() {
    switch pace.timerFired(at: scheduler.now) {
    case .send(let held): held.send(below: self)
    case .wait(let rest): wait(for: rest)
    case .nothing: break
    }
    if completesAfterPending, !pace.hasPending, downstream.isOpen { downstream.end(.completed) }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    serially { [self] in
      if case .completed = ending, pace.hasPending {
        completesAfterPending = true
      } else if downstream.isOpen {
        downstream.end(ending)
      }
    }
  }
}

/// What a throttle knows: whose turn is when, and the value that waits for it.
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

  init(interval: Duration) { self.interval = interval }

  var hasPending: Bool { pending != nil }

  /// True if it is the turn of a value that arrives now. What waited for that turn is out of date.
  @inlinable
  mutating func passes(at now: Duration) -> Bool {
    if let turn, now < turn { return false }
    pending = nil
    turn = now.later(by: interval)
    return true
  }

  /// Holds a value instead of an older one, until its turn. Returns how long the timer is to wait, if it is not running.
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
