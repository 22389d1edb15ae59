public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends the newest value every `period`, if a value has arrived since the last time.
  ///
  ///     source         -1--2---------3-|
  ///     sample(every:) ---1--2--------3|     (period 3)
  ///
  /// Ends as the source does, without the value that waits. Values are sent on `scheduler`. A period of zero
  /// or less is a mistake, and stops the program. As RxJS 7 `sampleTime`.
  @inlinable
  public func sample(
    every period: Duration, on scheduler: some TimedScheduler = QueueScheduler.background,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    sample(
      at: CallSite("sample(every:on:)", file, line, .timer),
      on: Signal<Int>.interval(period, on: scheduler, file: file, line: line), once: true, absent: nil)
  }
}
