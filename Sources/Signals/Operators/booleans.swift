public import SignalTracing

extension Signal where Value == Bool {
  /// Sends the opposite of each value. As `RACSignal -not`.
  @inlinable @inline(__always)
  public func not(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Bool> {
    lift(CallSite("not", file, line)) { value, output in output.next(!value) }
  }

  /// Sends whether the newest values of both are true, whenever one of them sends. As `RACSignal -and`.
  public func and(
    _ other: Signal<Bool>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Bool> {
    .all([self, other], file: file, line: line)
  }

  /// Sends whether the newest value of either is true, whenever one of them sends. As `RACSignal -or`.
  public func or(
    _ other: Signal<Bool>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Bool> {
    .any([self, other], file: file, line: line)
  }

  /// Sends whether the newest values of all are true, whenever one of them sends. As ReactiveSwift `all(_:)`.
  public static func all(
    _ signals: [Signal<Bool>], file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Bool> {
    Signals.combineLatest(signals, file: file, line: line)
      .lift(CallSite("all", file, line)) { values, output in output.next(values.allSatisfy { $0 }) }
  }

  /// Sends whether the newest value of any is true, whenever one of them sends. As ReactiveSwift `any(_:)`.
  public static func any(
    _ signals: [Signal<Bool>], file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Bool> {
    Signals.combineLatest(signals, file: file, line: line)
      .lift(CallSite("any", file, line)) { values, output in output.next(values.contains(true)) }
  }
}
