import SignalTracing
import TraceFormat

/// A key came for which there is no signal.
public struct NoMatchingCase: Error {
  public let key: any Sendable
}

extension Signal where Value: Hashable {
  /// Sends what the signal of the newest key sends, as `switchToLatest()` does.
  ///
  ///     source    a----b------|
  ///     of a      -1-2-3-4-5-|
  ///     of b           -6---7--|
  ///     switchOn  -1-2--6---7--|
  ///
  /// - Parameters:
  ///   - cases: the signal of each key.
  ///   - standard: the signal of keys that have none; without it such a key is an error, `NoMatchingCase`.
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
  /// Sends what `trueSignal` sends while the newest value is true, what `falseSignal` sends while it is
  /// false.
  ///
  ///     source       t----f------|
  ///     trueSignal   -1-2-3-4-5-|
  ///     falseSignal       -6---7--|
  ///     ifThenElse   -1-2--6---7--|
  ///
  /// A signal is subscribed to for each value anew, also where the value repeats; the one before is disposed.
  /// Completes when the source and the newest of them have completed; an error of either is an error at once.
  /// As `RACSignal +if:then:else:`.
  public func ifThenElse<Result: Sendable>(
    then trueSignal: Signal<Result>, else falseSignal: Signal<Result>,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> {
    switching(CallSite("ifThenElse", file, line, .flattens)) { $0 ? trueSignal : falseSignal }
  }
}
