import SignalTracing
import TraceFormat

extension Signal {
  /// Gathers values, and sends them as an array when `time` has passed since the first of them, or as soon as there are
  /// `count`.
  ///
  ///     source               -a-b--cde--f-|
  ///     buffer(4, count: 3)  -----A--B----(C|)     (A = ab, B = cde, C = f)
  ///
  /// A buffer begins with its first value, so none is empty. Completion sends what has been gathered; an error drops
  /// it. Arrays go out on `scheduler`, those that are full where their last value arrived. A count below 1 is 1; a time
  /// of zero or less is over as soon as the scheduler comes to it. As `RACSignal -bufferWithTime:onScheduler:`, with
  /// the count of Rx `buffer`.
  public func buffer(
    for time: Duration, count: Int = .max, on scheduler: some TimedScheduler,
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

/// What a buffer has gathered.
private struct Gathered<Value: Sendable> {
  var values: [Value] = []
  var due: Duration = .zero
  var isTimerRunning = false
}

private final class TimedBuffer<Value: Sendable>: TimedJunction<Gathered<Value>>, @unchecked Sendable {
  private let time: Duration
  private let limit: Int

  init(_ time: Duration, _ limit: Int, below downstream: Gate, on scheduler: any TimedScheduler) {
    self.time = time
    self.limit = limit
    super.init(Gathered(), below: downstream, on: scheduler)
  }

  func add(_ value: Value, to gathered: inout Gathered<Value>) {
    gathered.values.append(value)
    if gathered.values.count >= limit { return flush(&gathered) }
    guard gathered.values.count == 1 else { return }
    gathered.due = scheduler.now.later(by: time)
    // A timer of a buffer that was full before its time goes on, and waits for the rest.
    if !exchange(&gathered.isTimerRunning, with: true) { wait(for: time) }
  }

  private func flush(_ gathered: inout Gathered<Value>) {
    output(of: [Value].self).next(exchange(&gathered.values, with: []))
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
