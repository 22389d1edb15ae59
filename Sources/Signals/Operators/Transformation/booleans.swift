public import SignalTracing

extension Signal where Value == Bool {
  /// Sends the opposite of each value.
  ///
  ///     source  t-f---t-|
  ///     not     f-t---f-|
  ///
  /// Ends as the source does. As `RACSignal -not`.
  @inlinable @inline(__always)
  public func not(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Bool> {
    lift(CallSite("not", file, line)) { value, output in output.next(!value) }
  }

  /// Sends whether the newest values of both signals are true. Sends whenever one of them sends, once both
  /// have sent a value.
  ///
  ///     source  t----f--t-|
  ///     other   --t-------|
  ///     and     --t--f--t-|
  ///
  /// Repeats are sent. Completes when both have completed; an error of either is an error at once. As
  /// `RACSignal -and`.
  public func and(
    _ other: Signal<Bool>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Bool> {
    .all([self, other], file: file, line: line)
  }

  /// Sends whether the newest value of at least one of the two signals is true. Sends whenever one of them
  /// sends, once both have sent a value.
  ///
  ///     source  t----f--t-|
  ///     other   --f-------|
  ///     or      --t--f--t-|
  ///
  /// Repeats are sent. Completes when both have completed; an error of either is an error at once. As
  /// `RACSignal -or`.
  public func or(
    _ other: Signal<Bool>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Bool> {
    .any([self, other], file: file, line: line)
  }

  /// Sends whether the newest values of all signals are true. Sends whenever one of them sends, once each has
  /// sent a value.
  ///
  ///     a    t----f--t-|
  ///     b    --t-------|
  ///     all  --t--f--t-|
  ///
  /// Repeats are sent. Completes when all have completed, at once and without a value if there are none; an
  /// error of any is an error at once. As ReactiveSwift `all(_:)`.
  public static func all(
    _ signals: [Signal<Bool>], file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Bool> {
    Signals.combineLatest(signals, file: file, line: line)
      .lift(CallSite("all", file, line)) { values, output in output.next(values.allSatisfy { $0 }) }
  }

  /// Sends whether the newest value of at least one signal is true. Sends whenever one of them sends, once
  /// each has sent a value.
  ///
  ///     a    t----f--t-|
  ///     b    --f-------|
  ///     any  --t--f--t-|
  ///
  /// Repeats are sent. Completes when all have completed, at once and without a value if there are none; an
  /// error of any is an error at once. As ReactiveSwift `any(_:)`.
  public static func any(
    _ signals: [Signal<Bool>], file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Bool> {
    Signals.combineLatest(signals, file: file, line: line)
      .lift(CallSite("any", file, line)) { values, output in output.next(values.contains(true)) }
  }
}
