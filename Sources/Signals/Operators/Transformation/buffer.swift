public import SignalTracing
public import TraceFormat

extension Signal {
  /// Gathers values. Sends them as an array when `time` has passed since the first value, or as soon as there
  /// are `count` values.
  ///
  ///     source               -a-b--cde--f-|
  ///     buffer(4, count: 3)  -----A--B----(C|)     (A = ab, B = cde, C = f)
  ///
  /// A buffer begins with its first value, so no array is empty. Completion sends the gathered values; an
  /// error drops them. Arrays are sent on `scheduler`, full arrays on the thread on which their last value
  /// arrived. A count below 1 is 1. A time of zero or less is over as soon as the scheduler runs the work. As
  /// `RACSignal -bufferWithTime:onScheduler:`, with the count of Rx `buffer`.
  @inlinable
  public func buffer(
    for time: Duration, count: Int = .max, on scheduler: some TimedScheduler = QueueScheduler.background,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<[Value]> {
    derived(at: CallSite("buffer", file, line, [.timer, .buffers])) { source, downstream in
      let buffer = TimedBuffer<Value>(time, Swift.max(1, count), below: downstream, on: scheduler)
      source.connectSerially(into: buffer, role: Role(.source)) { buffer, gathered, value in
        buffer.add(value, to: &gathered)
      }
    }
  }
}

/// The values that a buffer has gathered.
@usableFromInline
struct Gathered<Value: Sendable> {
  @usableFromInline var values: [Value] = []
  @usableFromInline var due: Duration = .zero
  @usableFromInline var isTimerRunning = false

  @inlinable init() {}
}

@usableFromInline
final class TimedBuffer<Value: Sendable>: TimedJunction<Gathered<Value>>, @unchecked Sendable {
  @usableFromInline let time: Duration
  @usableFromInline let limit: Int

  @usableFromInline
  init(_ time: Duration, _ limit: Int, below downstream: Gate, on scheduler: any TimedScheduler) {
    self.time = time
    self.limit = limit
    super.init(Gathered(), below: downstream, on: scheduler)
  }

  /// The time at which a buffer that begins now is sent.
  @usableFromInline var due: Duration { scheduler.now.later(by: time) }

  @inlinable
  func add(_ value: Value, to gathered: inout Gathered<Value>) {
    gathered.values.append(value)
    if gathered.values.count >= limit { return flush(&gathered) }
    guard gathered.values.count == 1 else { return }
    gathered.due = due
    // The timer of a buffer that was full early goes on. When it fires, it waits for the rest of the next
    // buffer's time.
    if !gathered.isTimerRunning {
      gathered.isTimerRunning = true
      wait(for: time)
    }
  }

  @inlinable
  func flush(_ gathered: inout Gathered<Value>) {
    let values = gathered.values
    gathered.values = []
    output(of: [Value].self).next(values)
  }

  override func timerFired(_ gathered: inout Gathered<Value>) {
    gathered.isTimerRunning = false
    guard !gathered.values.isEmpty, downstream.isOpen else { return }
    let now = scheduler.now
    if now < gathered.due {
      gathered.isTimerRunning = true
      wait(for: gathered.due - now)
    } else {
      flush(&gathered)
    }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    serially { [self] gathered in
      if case .completed = ending, !gathered.values.isEmpty, downstream.isOpen { flush(&gathered) }
      gathered.values = []
      if downstream.isOpen { downstream.end(ending) }
    }
  }
}
