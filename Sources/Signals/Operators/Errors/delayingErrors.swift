import SignalTracing
import TraceFormat

/// The error of an operator that delays errors, if several of its signals have failed.
public struct SeveralErrors: Error {
  /// At least two errors, in the order in which they arrived.
  public let errors: [any Error]
}

extension Signal {
  /// Sends the values of this signal and of the other signals as they arrive. An error waits until all
  /// signals have ended.
  ///
  ///     a      -1#
  ///     b      ---3----4-|
  ///     merge  -1-3----4-#
  ///
  /// Completes when all have completed. If one signal has failed, fails with its error; if several have
  /// failed, with `SeveralErrors`. As RxJava `mergeDelayError`.
  public func mergeDelayingErrors(
    _ other: Signal<Value>, _ more: Signal<Value>..., file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let others = SignalList([other] + more)
    return derived(at: CallSite("mergeDelayingErrors", file, line, .flattens)) { source, downstream in
      MergeDelayingErrors(below: downstream).subscribe(to: [source] + others.signals)
    }
  }

  /// Sends the values of all `signals` as they arrive. An error waits until all signals have ended.
  ///
  ///     a      -1#
  ///     b      ---3----4-|
  ///     merge  -1-3----4-#
  ///
  /// Completes when all have completed, or at once if there are none. If one signal has failed, fails with
  /// its error; if several have failed, with `SeveralErrors`. As RxJava `mergeDelayError`.
  public static func mergeDelayingErrors(
    _ signals: [Signal<Value>], file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let sources = SignalList(signals)
    return Signal<Value>(CallSite("mergeDelayingErrors", file, line, .flattens)) { _, downstream in
      guard !sources.signals.isEmpty else { return downstream.completed() }
      MergeDelayingErrors(below: downstream).subscribe(to: sources.signals)
    }
  }

  /// Sends the values of this signal and, once it has ended, the values of the other signals, one signal
  /// after the other. An error waits until all signals have ended.
  ///
  ///     a       -1--2-#
  ///     b             -3-|
  ///     concat  -1--2--3-#
  ///
  /// A signal is subscribed to when the signal before it has ended. Completes when all have completed. If one
  /// signal has failed, fails with its error; if several have failed, with `SeveralErrors`. As RxJava
  /// `concatDelayError`.
  public func concatDelayingErrors(
    _ other: Signal<Value>, _ more: Signal<Value>..., file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let others = SignalList([other] + more)
    return derived(at: CallSite("concatDelayingErrors", file, line, .flattens)) { source, downstream in
      ConcatDelayingErrors([source] + others.signals, below: downstream).advance()
    }
  }

  /// Sends the values of `signals`, one signal after the other. An error waits until all signals have ended.
  ///
  ///     a       -1--2-#
  ///     b             -3-|
  ///     concat  -1--2--3-#
  ///
  /// A signal is subscribed to when the signal before it has ended. Completes when all have completed, or at
  /// once if there are none. If one signal has failed, fails with its error; if several have failed, with
  /// `SeveralErrors`. As RxJava `concatDelayError`.
  public static func concatDelayingErrors(
    _ signals: [Signal<Value>], file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let sources = SignalList(signals)
    return Signal<Value>(CallSite("concatDelayingErrors", file, line, .flattens)) { _, downstream in
      ConcatDelayingErrors(sources.signals, below: downstream).advance()
    }
  }
}

/// The errors that wait for the end.
private struct DelayedErrors {
  private var errors: [any Error] = []

  mutating func add(_ ending: Ending) {
    if case .failed(let error) = ending { errors.append(error) }
  }

  /// The end of the output.
  var ending: Ending {
    guard let first = errors.first else { return .completed }
    return .failed(errors.count == 1 ? first : SeveralErrors(errors: errors))
  }
}

/// The errors, and the number of living signals.
private struct MergedEnds {
  var errors = DelayedErrors()
  var living = 0
}

private final class MergeDelayingErrors<Value: Sendable>: SerialJunction<MergedEnds>, @unchecked Sendable {
  init(below downstream: Subscriber<Value>) { super.init(MergedEnds(), below: downstream) }

  func subscribe(to signals: [Signal<Value>]) {
    serially { $0.living = signals.count }
    for signal in signals {
      guard downstream.isOpen else { return }
      signal.connectSerially(into: self, role: Role(.source)) { merge, _, value in
        merge.output(of: Value.self).next(value)
      }
    }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    serially { [self] ends in
      ends.errors.add(ending)
      ends.living -= 1
      if ends.living == 0, downstream.isOpen { downstream.end(ends.errors.ending) }
    }
  }
}

private final class ConcatDelayingErrors<Value: Sendable>: Succession<Value>, @unchecked Sendable {
  // Only the thread that runs the loop takes the next one.
  private var rest: ArraySlice<Signal<Value>>
  // Only the thread that delivers an end touches them.
  private var errors = DelayedErrors()

  init(_ signals: [Signal<Value>], below downstream: Gate) {
    rest = signals[...]
    super.init(below: downstream)
  }

  override func nextSignal() -> (Signal<Value>, Role)? { rest.popFirst().map { ($0, Role(.source)) } }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    errors.add(ending)
    if rest.isEmpty, case .failed = errors.ending {
      if downstream.isOpen { downstream.end(errors.ending) }
    } else {
      advance()
    }
  }
}
