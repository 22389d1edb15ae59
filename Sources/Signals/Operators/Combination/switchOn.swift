import SignalTracing
import TraceFormat

/// The error of `switchOn` for a key without a signal.
public struct NoMatchingCase: Error {
  public let key: any Sendable
}

extension Signal where Value: Hashable {
  /// Each value is a key. Sends the values of the newest key's signal, as `switchToLatest()` does.
  ///
  ///     source    a----b------|
  ///     of a      -1-2-3-4-5-|
  ///     of b           -6---7--|
  ///     switchOn  -1-2--6---7--|
  ///
  /// - Parameters:
  ///   - cases: the signal of each key.
  ///   - standard: the signal for keys that are not in `cases`. Without it such a key is an error,
  ///     `NoMatchingCase`.
  ///
  /// Completes when the source and the signal of the newest key have completed. As
  /// `RACSignal +switch:cases:default:`.
  public func switchOn<Result: Sendable>(
    cases: [Value: Signal<Result>], default standard: Signal<Result>? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> {
    switching(CallSite("switchOn", file, line, .flattens)) { key in
      guard let signal = cases[key] ?? standard else { throw NoMatchingCase(key: key) }
      return signal
    }
  }
}

extension Signal where Value == Bool {
  /// Sends the values of `trueSignal` while the newest value is true, and the values of `falseSignal` while
  /// it is false.
  ///
  ///     source       t----f------|
  ///     trueSignal   -1-2-3-4-5-|
  ///     falseSignal       -6---7--|
  ///     ifThenElse   -1-2--6---7--|
  ///
  /// Each value makes a new subscription, even if it equals the value before; the subscription before is
  /// disposed. Completes when the source and the newest inner signal have completed; an error of either is an
  /// error at once. As `RACSignal +if:then:else:`.
  public func ifThenElse<Result: Sendable>(
    then trueSignal: Signal<Result>, else falseSignal: Signal<Result>,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> {
    switching(CallSite("ifThenElse", file, line, .flattens)) { $0 ? trueSignal : falseSignal }
  }
}
