public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends the result of `combine` for each value and the newest value of `other`. Values before the first
  /// value of `other` are left out.
  ///
  ///     source          --1---2---3-|
  ///     other           a---b-------|
  ///     withLatestFrom  --1a--2b--3b|
  ///
  /// Completes with the source, not with `other`. An error of either is an error at once. `other` is
  /// subscribed to first. As Rx `withLatestFrom`.
  @inlinable
  public func withLatestFrom<Other: Sendable, Result: Sendable>(
    _ other: Signal<Other>, file: StaticString = #fileID, line: UInt32 = #line,
    _ combine: @escaping @Sendable (Value, Other) throws -> Result
  ) -> Signal<Result> {
    sampling(CallSite("withLatestFrom", file, line, .gathers), other, combine)
  }

  /// Sends the newest value of `other` for each value. Values before the first value of `other` are left out.
  ///
  ///     source          --1---2---3-|
  ///     other           a---b-------|
  ///     withLatestFrom  --a---b---b-|
  ///
  /// Completes with the source, not with `other`. An error of either is an error at once. `other` is
  /// subscribed to first. As Rx `withLatestFrom`.
  @inlinable
  public func withLatestFrom<Other: Sendable>(
    _ other: Signal<Other>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Other> {
    sampling(CallSite("withLatestFrom", file, line, .gathers), other) { _, other in other }
  }

  @inlinable @inline(__always)
  func sampling<Other: Sendable, Result: Sendable>(
    _ site: CallSite, _ other: Signal<Other>, _ combine: @escaping @Sendable (Value, Other) throws -> Result
  ) -> Signal<Result> {
    derived(at: site) { source, downstream in
      let junction = WithLatestFrom<Other>(below: downstream)
      other.connectSerially(into: junction, role: Role(.source)) { _, newest, value in newest = value }
      guard downstream.isOpen else { return }
      source.connectSerially(into: junction, role: Role(.source), number: 1) {
        junction, newest, value in
        guard let newest else { return }
        junction.output(of: Result.self).next(try combine(value, newest))
      }
    }
  }
}

/// Its state is the newest value of the other signal.
@usableFromInline
final class WithLatestFrom<Other: Sendable>: SerialJunction<Other?>, @unchecked Sendable {
  @usableFromInline
  init(below downstream: Gate) { super.init(nil, below: downstream) }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    if case .completed = ending, number == 0 { return }
    endSerially(ending)
  }
}
