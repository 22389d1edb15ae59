public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends the values of this signal and, once it has completed, the values of the other signals, one signal
  /// after the other.
  ///
  ///     a       -1--2-|
  ///     b             -3-|
  ///     concat  -1--2--3-|
  ///
  /// A signal is subscribed to when the signal before it has completed. Completes with the last signal; an
  /// error of any of them is an error at once. As `RACStream -concat:`.
  public func concat(
    _ other: Signal<Value>, _ more: Signal<Value>..., file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let others = SignalList([other] + more)
    return derived(at: CallSite("concat", file, line, .flattens)) { source, downstream in
      Concat([source] + others.signals, below: downstream).advance()
    }
  }

  /// Sends the values of `signals`, one signal after the other.
  ///
  ///     a       -1--2-|
  ///     b             -3-|
  ///     concat  -1--2--3-|
  ///
  /// A signal is subscribed to when the signal before it has completed. Completes with the last signal, or at
  /// once if there are none; an error of any of them is an error at once. As `RACStream +concat:`.
  public static func concat(
    _ signals: [Signal<Value>], file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let sources = SignalList(signals)
    return Signal<Value>(CallSite("concat", file, line, .flattens)) { _, downstream in
      Concat(sources.signals, below: downstream).advance()
    }
  }

  /// The values of this signal are signals. Sends their values, one signal after the other.
  ///
  ///     source  a-b-----|
  ///     a       -1--2|
  ///     b            -3--|
  ///     concat  -1--2-3--|
  ///
  /// An inner signal is subscribed to when the inner signal before it has completed. Completes when the
  /// source and the last inner signal have completed; an error of any of them is an error at once. As
  /// `RACSignal -concat`.
  @inlinable
  public func concat<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> where Value == Signal<Result> {
    queueing(CallSite("concat", file, line, [.flattens, .buffers]), 1) { $0 }
  }
}

private final class Concat<Value: Sendable>: Succession<Value>, @unchecked Sendable {
  // Only the thread that runs the loop takes the next one.
  private var rest: ArraySlice<Signal<Value>>

  init(_ signals: [Signal<Value>], below downstream: Gate) {
    rest = signals[...]
    super.init(below: downstream)
  }

  override func nextSignal() -> (Signal<Value>, Role)? { rest.popFirst().map { ($0, Role(.source)) } }
}
