public import SignalTracing
public import TraceFormat

extension Signal {
  /// As `flatMap(_:)`, with at most `limit` inner signals at a time. Values wait for their turn; `transform`
  /// is called when a value's turn comes.
  ///
  ///     source   a-b-c------|
  ///     a        -1--2|
  ///     b          --3---|
  ///     c             ---4-|
  ///     flatMap  -1--(23)4--|     (limit 2)
  ///
  /// Completes when the source and all inner signals have completed; an error of any of them is an error at
  /// once. A limit of 0 is no limit; a negative limit is 1. As `RACSignal -flatten:` and Rx
  /// `merge(maxConcurrent:)`.
  @inlinable
  public func flatMap<Result: Sendable>(
    maxConcurrent limit: Int, file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Signal<Result>
  ) -> Signal<Result> {
    queueing(CallSite("flatMap", file, line, [.flattens, .buffers]), limit, transform)
  }

  /// The values of this signal are signals. Sends their values as they arrive, with at most `limit`
  /// subscriptions at a time.
  ///
  ///     source  a-b-c------|
  ///     a       -1--2|
  ///     b         --3---|
  ///     c            ---4-|
  ///     merge   -1--(23)4--|     (limit 2)
  ///
  /// Completes when this signal and all inner signals have completed; an error of any of them is an error at
  /// once. A limit of 0 is no limit; a negative limit is 1. As `RACSignal -flatten` and `-flatten:`.
  @inlinable
  public func merge<Result: Sendable>(
    maxConcurrent limit: Int = .max, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> where Value == Signal<Result> {
    queueing(CallSite("merge", file, line, [.flattens, .buffers]), limit) { $0 }
  }
}
