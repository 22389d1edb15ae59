import SignalTracing

extension Signal {
  /// Runs asynchronous work for each value, in a task of its own, and sends each result as soon as it is
  /// there.
  ///
  ///     source        a---b------|
  ///     flatMapAsync  -----b---a-|      (the work for a takes longer)
  ///
  /// Completes when the source has completed and all work has returned. A throw of `work` is an error at
  /// once. An error, or disposal, cancels all tasks. As `flatMap(_:)` with a `fromAsync` for each value.
  public func flatMapAsync<Result: Sendable>(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt32 = #line,
    _ work: @escaping @Sendable (Value) async throws -> Result
  ) -> Signal<Result> {
    flatMap(file: file, line: line, Self.tasks(priority, file, line, work))
  }

  /// As `flatMapAsync(priority:_:)`, with at most `limit` tasks at a time: values wait for their turn.
  ///
  ///     source        a-b-c-------|
  ///     flatMapAsync  ----a-b-c---|     (at most 2; the work takes 4)
  ///
  /// A limit below 1 is 1. A throw of `work` is an error at once. An error, or disposal, cancels all tasks.
  /// As `flatMap(maxConcurrent:_:)` with a `fromAsync` for each value.
  public func flatMapAsync<Result: Sendable>(
    maxConcurrent limit: Int, priority: TaskPriority? = nil,
    file: StaticString = #fileID, line: UInt32 = #line,
    _ work: @escaping @Sendable (Value) async throws -> Result
  ) -> Signal<Result> {
    flatMap(
      maxConcurrent: limit, file: file, line: line, Self.tasks(priority, file, line, work))
  }

  /// Runs asynchronous work for each value, once the work for the value before has returned. So the results
  /// are sent in order.
  ///
  ///     source          a-b---------|
  ///     concatMapAsync  ----a---b---|     (the work takes 4)
  ///
  /// Completes when the source has completed and all work has returned. A throw of `work` is an error at
  /// once. An error, or disposal, cancels the task. As `concatMap(_:)` with a `fromAsync` for each value.
  public func concatMapAsync<Result: Sendable>(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt32 = #line,
    _ work: @escaping @Sendable (Value) async throws -> Result
  ) -> Signal<Result> {
    concatMap(file: file, line: line, Self.tasks(priority, file, line, work))
  }

  /// Runs asynchronous work for each value, and cancels the work for the value before. Only the newest work
  /// sends its result.
  ///
  ///     source              a-b---------|
  ///     flatMapLatestAsync  ------b-----|     (the work takes 4)
  ///
  /// Completes when the source has completed and the newest work has returned. A throw of that work is an
  /// error at once. Disposal cancels the task. As `flatMapLatest(_:)` with a `fromAsync` for each value.
  public func flatMapLatestAsync<Result: Sendable>(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt32 = #line,
    _ work: @escaping @Sendable (Value) async throws -> Result
  ) -> Signal<Result> {
    flatMapLatest(file: file, line: line, Self.tasks(priority, file, line, work))
  }

  /// Runs asynchronous work for a value. Values that arrive while the work runs are dropped.
  ///
  ///     source             a-b---c-----|
  ///     flatMapFirstAsync  ----a-----c-|     (the work takes 4)
  ///
  /// Completes when the source has completed and the work has returned. A throw of `work` is an error at
  /// once. Disposal cancels the task. As `flatMapFirst(_:)` with a `fromAsync` for each value.
  public func flatMapFirstAsync<Result: Sendable>(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt32 = #line,
    _ work: @escaping @Sendable (Value) async throws -> Result
  ) -> Signal<Result> {
    flatMapFirst(file: file, line: line, Self.tasks(priority, file, line, work))
  }

  private static func tasks<Result: Sendable>(
    _ priority: TaskPriority?, _ file: StaticString, _ line: UInt32,
    _ work: @escaping @Sendable (Value) async throws -> Result
  ) -> @Sendable (Value) throws -> Signal<Result> {
    { value in .fromAsync(priority: priority, file: file, line: line) { try await work(value) } }
  }
}
