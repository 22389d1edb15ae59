extension Single {
  /// Sends what this one sends on a scheduler; see `Signal.deliver(on:)`.
  ///
  ///     source       --(1|)
  ///     deliver(on)  ---(1|)     (the scheduler takes 1)
  ///
  /// Ends as the source does, there. As Rx `observe(on:)`.
  public func deliver(
    on scheduler: some Scheduler, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Single<Value> {
    Single(unchecked: signal.deliver(on: scheduler, file: file, line: line))
  }

  /// Subscribes on a scheduler; disposal is inline. See `Signal.subscribe(on:)`.
  ///
  ///     source         --(1|)
  ///     subscribe(on)  ---(1|)     (the scheduler takes 1)
  ///
  /// Ends as the source does. As Rx `subscribe(on:)`.
  public func subscribe(
    on scheduler: some Scheduler, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Single<Value> {
    Single(unchecked: signal.subscribe(on: scheduler, file: file, line: line))
  }

  /// Fails if it has not ended `limit` after the subscription; see `Signal.timeout(_:on:error:)`.
  ///
  ///     source      -----(1|)
  ///     timeout(3)  ---#
  ///
  /// Else it ends as the source does. As Rx `timeout`.
  ///
  /// - Parameters:
  ///   - limit: zero or less fails as soon as the scheduler runs.
  ///   - scheduler: looks after the time, and sends the error.
  ///   - error: the error then; `SignalTimeout` by default.
  public func timeout(
    _ limit: Duration, on scheduler: some TimedScheduler = QueueScheduler.background,
    error: (any Error)? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Single<Value> {
    Single(unchecked: signal.timeout(limit, on: scheduler, error: error, file: file, line: line))
  }

  /// Sends what this one sends after `interval`; an error at once. See `Signal.delay(for:on:)`.
  ///
  ///     source    --(1|)
  ///     delay(3)  -----(1|)
  ///
  /// Ends as the source does. As Rx `delay`.
  public func delay(
    for interval: Duration, on scheduler: some TimedScheduler = QueueScheduler.background,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Single<Value> {
    Single(unchecked: signal.delay(for: interval, on: scheduler, file: file, line: line))
  }
}

extension Maybe {
  /// Sends what this one sends on a scheduler; see `Signal.deliver(on:)`.
  ///
  ///     source       --(1|)
  ///     deliver(on)  ---(1|)     (the scheduler takes 1)
  ///
  /// Ends as the source does, there. As Rx `observe(on:)`.
  public func deliver(
    on scheduler: some Scheduler, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Maybe<Value> {
    Maybe(unchecked: signal.deliver(on: scheduler, file: file, line: line))
  }

  /// Subscribes on a scheduler; disposal is inline. See `Signal.subscribe(on:)`.
  ///
  ///     source         --(1|)
  ///     subscribe(on)  ---(1|)     (the scheduler takes 1)
  ///
  /// Ends as the source does. As Rx `subscribe(on:)`.
  public func subscribe(
    on scheduler: some Scheduler, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Maybe<Value> {
    Maybe(unchecked: signal.subscribe(on: scheduler, file: file, line: line))
  }

  /// Fails if it has not ended `limit` after the subscription; see `Signal.timeout(_:on:error:)`.
  ///
  ///     source      -----(1|)
  ///     timeout(3)  ---#
  ///
  /// Else it ends as the source does. As Rx `timeout`.
  ///
  /// - Parameters:
  ///   - limit: zero or less fails as soon as the scheduler runs.
  ///   - scheduler: looks after the time, and sends the error.
  ///   - error: the error then; `SignalTimeout` by default.
  public func timeout(
    _ limit: Duration, on scheduler: some TimedScheduler = QueueScheduler.background,
    error: (any Error)? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Maybe<Value> {
    Maybe(unchecked: signal.timeout(limit, on: scheduler, error: error, file: file, line: line))
  }

  /// Sends what this one sends after `interval`; an error at once. See `Signal.delay(for:on:)`.
  ///
  ///     source    --(1|)
  ///     delay(3)  -----(1|)
  ///
  /// Ends as the source does. As Rx `delay`.
  public func delay(
    for interval: Duration, on scheduler: some TimedScheduler = QueueScheduler.background,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Maybe<Value> {
    Maybe(unchecked: signal.delay(for: interval, on: scheduler, file: file, line: line))
  }
}

extension Completable {
  /// Sends what this one sends on a scheduler; see `Signal.deliver(on:)`.
  ///
  ///     source       --|
  ///     deliver(on)  ---|     (the scheduler takes 1)
  ///
  /// Ends as the source does, there. As Rx `observe(on:)`.
  public func deliver(
    on scheduler: some Scheduler, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Completable {
    Completable(unchecked: signal.deliver(on: scheduler, file: file, line: line))
  }

  /// Subscribes on a scheduler; disposal is inline. See `Signal.subscribe(on:)`.
  ///
  ///     source         --|
  ///     subscribe(on)  ---|     (the scheduler takes 1)
  ///
  /// Ends as the source does. As Rx `subscribe(on:)`.
  public func subscribe(
    on scheduler: some Scheduler, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Completable {
    Completable(unchecked: signal.subscribe(on: scheduler, file: file, line: line))
  }

  /// Fails if it has not ended `limit` after the subscription; see `Signal.timeout(_:on:error:)`.
  ///
  ///     source      -----|
  ///     timeout(3)  ---#
  ///
  /// Else it ends as the source does. As Rx `timeout`.
  ///
  /// - Parameters:
  ///   - limit: zero or less fails as soon as the scheduler runs.
  ///   - scheduler: looks after the time, and sends the error.
  ///   - error: the error then; `SignalTimeout` by default.
  public func timeout(
    _ limit: Duration, on scheduler: some TimedScheduler = QueueScheduler.background,
    error: (any Error)? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Completable {
    Completable(unchecked: signal.timeout(limit, on: scheduler, error: error, file: file, line: line))
  }

  /// Sends what this one sends after `interval`; an error at once. See `Signal.delay(for:on:)`.
  ///
  ///     source    --|
  ///     delay(3)  -----|
  ///
  /// Ends as the source does. As Rx `delay`.
  public func delay(
    for interval: Duration, on scheduler: some TimedScheduler = QueueScheduler.background,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Completable {
    Completable(unchecked: signal.delay(for: interval, on: scheduler, file: file, line: line))
  }
}
