import SignalTracing
import TraceFormat

extension Signal {
  /// Leaves out values until `duration` has passed since the subscription, and sends the values after that.
  ///
  ///     source     a-b-c-d-|
  ///     skip(for:) ------d-|     (duration 5)
  ///
  /// Ends as the source does, also during `duration`. A duration of zero or less ends as soon as the
  /// scheduler runs the work. As Rx `skip(_:scheduler:)`.
  public func skip(
    for duration: Duration, on scheduler: some TimedScheduler = QueueScheduler.background,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    derived(at: CallSite("skip(for:)", file, line)) { source, downstream in
      let skip = SkipFor(below: downstream, on: scheduler)
      skip.wait(for: duration)
      source.connectSerially(into: skip, role: Role(.source)) { skip, isSending, value in
        if isSending { skip.output(of: Value.self).next(value) }
      }
    }
  }
}

/// Its state is true once values are sent.
private final class SkipFor: TimedJunction<Bool>, @unchecked Sendable {
  init(below downstream: Gate, on scheduler: any TimedScheduler) {
    super.init(false, below: downstream, on: scheduler)
  }

  override func timerFired(_ isSending: inout Bool) { isSending = true }

  override func inletEnded(number: UInt32, _ ending: Ending) { endSerially(ending) }
}
