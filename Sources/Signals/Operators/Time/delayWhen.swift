import SignalTracing
import TraceFormat

extension Signal {
  /// Sends each value when the signal that `trigger` returns for it sends a value.
  ///
  ///     source       a-b---|
  ///     a            ----x
  ///     b              ---x
  ///     delay(when:) ----ab|
  ///
  /// Values may overtake each other. If a value's signal completes without a value, the value is not sent.
  /// Completes when the source and all these signals have ended; an error of any of them is an error at once,
  /// and so is a throw of `trigger`. Values are sent on the thread on which their trigger sends. As RxJS 7
  /// `delayWhen`.
  public func delay<Trigger: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    when trigger: @escaping @Sendable (Value) throws -> Signal<Trigger>
  ) -> Signal<Value> {
    derived(at: CallSite("delay(when:)", file, line, .flattens)) { source, downstream in
      source.connect(into: FlatMap<Value>(below: downstream), role: Role(.source)) { delay, _, value in
        delay.asking(trigger, about: value) { trigger in
          let first = trigger.take(1, file: file, line: line)
          delay.subscribe(to: first.mapReplace(value, file: file, line: line))
        }
      }
    }
  }
}
