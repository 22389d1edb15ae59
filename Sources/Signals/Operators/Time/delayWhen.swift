import SignalTracing
import TraceFormat

extension Signal {
  /// Sends each value when the signal that `trigger` returns for it has sent one.
  ///
  ///     source       a-b---|
  ///     a            ----x
  ///     b              ---x
  ///     delay(when:) ----ab|
  ///
  /// Values may overtake each other. A value whose signal completes without one is not sent. Completes when
  /// the source and all of these signals have ended; an error of any of them is an error at once, and so is a
  /// throw of `trigger`. Values are sent where the triggers' values arrive. As RxJS 7 `delayWhen`.
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
