import SignalTracing
import TraceFormat

extension Signal {
  /// Sends the values of this signal and, once it has ended, the values of the other signals, one signal
  /// after the other. A signal that fails counts as one that completes.
  ///
  ///     a                  -1--2-#
  ///     b                        -3-|
  ///     onErrorResumeNext  -1--2--3-|
  ///
  /// A signal is subscribed to when the signal before it has ended. Completes when the last signal ends;
  /// errors are ignored. As RxJS 7 `onErrorResumeNextWith`.
  public func onErrorResumeNext(
    _ other: Signal<Value>, _ more: Signal<Value>..., file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let others = SignalList([other] + more)
    return derived(at: CallSite("onErrorResumeNext", file, line, .flattens)) { source, downstream in
      ResumeNext([source] + others.signals, below: downstream).advance()
    }
  }

  /// Sends the values of `signals`, one signal after the other. A signal that fails counts as one that
  /// completes.
  ///
  ///     a                  -1--2-#
  ///     b                        -3-|
  ///     onErrorResumeNext  -1--2--3-|
  ///
  /// A signal is subscribed to when the signal before it has ended. Completes when the last signal ends, or
  /// at once if there are none; errors are ignored. As RxJS 7 `onErrorResumeNext`.
  public static func onErrorResumeNext(
    _ signals: [Signal<Value>], file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let sources = SignalList(signals)
    return Signal<Value>(CallSite("onErrorResumeNext", file, line, .flattens)) { _, downstream in
      ResumeNext(sources.signals, below: downstream).advance()
    }
  }
}

private final class ResumeNext<Value: Sendable>: Succession<Value>, @unchecked Sendable {
  // Only the thread that runs the loop takes the next one.
  private var rest: ArraySlice<Signal<Value>>

  init(_ signals: [Signal<Value>], below downstream: Gate) {
    rest = signals[...]
    super.init(below: downstream)
  }

  override func nextSignal() -> (Signal<Value>, Role)? { rest.popFirst().map { ($0, Role(.source)) } }

  override func inletEnded(number: UInt32, _ ending: Ending) { advance() }
}
