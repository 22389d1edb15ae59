public import SignalTracing
public import TraceFormat

extension Signal {
  /// As `flatMap(_:)`, with at most `limit` inner signals at a time: values wait for their turn, and
  /// `transform` is called when it has come.
  ///
  ///     source   a-b-c------|
  ///     a        -1--2|
  ///     b          --3---|
  ///     c             ---4-|
  ///     flatMap  -1--(23)4--|     (limit 2)
  ///
  /// Completes when the source and all of them have completed; an error of any is an error at once. A limit
  /// of 0 is no limit; a negative one is 1. As `RACSignal -flatten:` and Rx `merge(maxConcurrent:)`.
  @inlinable
  public func flatMap<Result: Sendable>(
    maxConcurrent limit: Int, file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Signal<Result>
  ) -> Signal<Result> {
    queueing(CallSite("flatMap", file, line, [.flattens, .buffers]), limit, transform)
  }

  /// Sends what the signals send that this signal sends, at most `limit` of them at a time, as it comes.
  ///
  ///     source  a-b-c------|
  ///     a       -1--2|
  ///     b         --3---|
  ///     c            ---4-|
  ///     merge   -1--(23)4--|     (limit 2)
  ///
  /// Completes when this signal and all of them have completed; an error of any is an error at once. A limit
  /// of 0 is no limit; a negative one is 1. As `RACSignal -flatten` and `-flatten:`.
  @inlinable
  public func merge<Result: Sendable>(
    maxConcurrent limit: Int = .max, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> where Value == Signal<Result> {
    queueing(CallSite("merge", file, line, [.flattens, .buffers]), limit) { $0 }
  }
}
