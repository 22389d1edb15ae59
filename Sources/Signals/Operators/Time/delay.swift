public import DequeModule
public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends each value, and completes, `interval` later; fails at once.
  ///
  ///     source  a-b---|        source  a-b-#
  ///     delay   ---a-b---|     delay   ---a#     (interval 3)
  ///
  /// An error overtakes the values that wait. Values are sent on `scheduler`. As `RACSignal -delay:` and Rx
  /// `delay`.
  @inlinable
  public func delay(
    for interval: Duration, on scheduler: some TimedScheduler = QueueScheduler.background,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    derived(at: CallSite("delay", file, line, [.timer, .buffers])) { source, downstream in
      source.connectSerially(
        into: Delay<Value>(below: downstream, for: interval, on: scheduler), role: Role(.source)
      ) { delay, line, value in
        delay.add(Held(value), to: &line)
      }
    }
  }
}

/// The values that a delay holds back.
@usableFromInline
struct DelayedLine<Value: Sendable> {
  /// The waiting events, in order; nil is completion.
  @usableFromInline var waiting: Deque<(event: Held<Value>?, due: Duration)> = []
  @usableFromInline var backlog = Backlog()
}

/// One timer serves all waiting values.
@usableFromInline
final class Delay<Value: Sendable>: TimedJunction<DelayedLine<Value>>, @unchecked Sendable {
  @usableFromInline let interval: Duration

  @usableFromInline
  init(below downstream: Gate, for interval: Duration, on scheduler: any TimedScheduler) {
    self.interval = interval
    super.init(DelayedLine(), below: downstream, on: scheduler)
  }

  @inlinable
  func add(_ event: Held<Value>?, to line: inout DelayedLine<Value>) {
    line.waiting.append((event, due))
    added(to: &line)
  }

  /// The time at which an event that arrives now is sent on.
  @usableFromInline var due: Duration { scheduler.now.later(by: interval) }

  @inlinable @inline(__always)
  func added(to line: inout DelayedLine<Value>) {
    let count = line.waiting.count
    if line.backlog.grew(to: count) { downstream.trace.waiting(count) }
    if count == 1 { wait(for: interval) }
  }

  override func timerFired(_ line: inout DelayedLine<Value>) {
    while downstream.isOpen, let (event, due) = line.waiting.first {
      let now = scheduler.now
      guard due <= now else { return wait(for: due - now) }
      // The event stays in the queue meanwhile, so that a value that arrives does not start a second timer.
      if let event { event.send(below: self) } else { downstream.end(.completed) }
      line.waiting.removeFirst()
      if line.backlog.shrank(to: line.waiting.count) { downstream.trace.waiting(line.waiting.count) }
    }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    serially { [self] line in
      switch ending {
      case .completed: add(nil, to: &line)
      case .failed: if downstream.isOpen { downstream.end(ending) }
      }
    }
  }
}
