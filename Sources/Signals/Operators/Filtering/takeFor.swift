import SignalTracing
import TraceFormat

extension Signal {
  /// Sends the events of the source until `duration` has passed since the subscription, and completes then.
  ///
  ///     source     a-b-c-d-|
  ///     take(for:) a-b-c|        (duration 5)
  ///
  /// The scheduler's order decides whether a value at that very moment is sent: work that was scheduled
  /// earlier runs earlier. Completion by time is sent on `scheduler`. A duration of zero or less completes as
  /// soon as the scheduler runs the work. As Rx `take(for:)`.
  public func take(
    for duration: Duration, on scheduler: some TimedScheduler = QueueScheduler.background,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    derived(at: CallSite("take(for:)", file, line, .stops)) { source, downstream in
      let take = TakeFor(below: downstream, on: scheduler)
      take.wait(for: duration)
      guard downstream.isOpen else { return }
      source.connectSerially(into: take, role: Role(.source)) { take, value in
        take.output(of: Value.self).next(value)
      }
    }
  }
}

private final class TakeFor: TimedJunction<Stateless>, @unchecked Sendable {
  init(below downstream: Gate, on scheduler: any TimedScheduler) {
    super.init(Stateless(), below: downstream, on: scheduler)
  }

  override func timerFired(_ state: inout Stateless) {
    if downstream.isOpen { downstream.completed() }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) { endSerially(ending) }
}
