extension Single {
  /// Sends the events of the source on a scheduler; see `Signal.deliver(on:)`.
  ///
  ///     source       --(1|)
  ///     deliver(on)  ---(1|)     (the scheduler takes 1)
  ///
  /// Ends as the source does, on the scheduler. As Rx `observe(on:)`.
  public func deliver(
    on scheduler: some Scheduler, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Single<Value> {
    Single(unchecked: signal.deliver(on: scheduler, file: file, line: line))
  }

  /// Subscribes to the source on a scheduler. Disposal runs on the thread that disposes. See
  /// `Signal.subscribe(on:)`.
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

  /// Fails if the source has not ended within `limit` after the subscription; see
  /// `Signal.timeout(_:on:error:)`.
  ///
  ///     source      -----(1|)
  ///     timeout(3)  ---#
  ///
  /// Else ends as the source does. As Rx `timeout`.
  ///
  /// - Parameters:
  ///   - limit: the time within which the source must end. Zero or less is over as soon as the scheduler runs
  ///     the work.
  ///   - scheduler: its clock measures the time, and the error is sent on it.
  ///   - error: the error of the timeout; by default `SignalTimeout`.
  public func timeout(
    _ limit: Duration, on scheduler: some TimedScheduler = QueueScheduler.background,
    error: (any Error)? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Single<Value> {
    Single(unchecked: signal.timeout(limit, on: scheduler, error: error, file: file, line: line))
  }

  /// Sends each event of the source `interval` later, but an error at once. See `Signal.delay(for:on:)`.
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
  /// Sends the events of the source on a scheduler; see `Signal.deliver(on:)`.
  ///
  ///     source       --(1|)
  ///     deliver(on)  ---(1|)     (the scheduler takes 1)
  ///
  /// Ends as the source does, on the scheduler. As Rx `observe(on:)`.
  public func deliver(
    on scheduler: some Scheduler, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Maybe<Value> {
    Maybe(unchecked: signal.deliver(on: scheduler, file: file, line: line))
  }

  /// Subscribes to the source on a scheduler. Disposal runs on the thread that disposes. See
  /// `Signal.subscribe(on:)`.
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

  /// Fails if the source has not ended within `limit` after the subscription; see
  /// `Signal.timeout(_:on:error:)`.
  ///
  ///     source      -----(1|)
  ///     timeout(3)  ---#
  ///
  /// Else ends as the source does. As Rx `timeout`.
  ///
  /// - Parameters:
  ///   - limit: the time within which the source must end. Zero or less is over as soon as the scheduler runs
  ///     the work.
  ///   - scheduler: its clock measures the time, and the error is sent on it.
  ///   - error: the error of the timeout; by default `SignalTimeout`.
  public func timeout(
    _ limit: Duration, on scheduler: some TimedScheduler = QueueScheduler.background,
    error: (any Error)? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Maybe<Value> {
    Maybe(unchecked: signal.timeout(limit, on: scheduler, error: error, file: file, line: line))
  }

  /// Sends each event of the source `interval` later, but an error at once. See `Signal.delay(for:on:)`.
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
  /// Sends the events of the source on a scheduler; see `Signal.deliver(on:)`.
  ///
  ///     source       --|
  ///     deliver(on)  ---|     (the scheduler takes 1)
  ///
  /// Ends as the source does, on the scheduler. As Rx `observe(on:)`.
  public func deliver(
    on scheduler: some Scheduler, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Completable {
    Completable(unchecked: signal.deliver(on: scheduler, file: file, line: line))
  }

  /// Subscribes to the source on a scheduler. Disposal runs on the thread that disposes. See
  /// `Signal.subscribe(on:)`.
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

  /// Fails if the source has not ended within `limit` after the subscription; see
  /// `Signal.timeout(_:on:error:)`.
  ///
  ///     source      -----|
  ///     timeout(3)  ---#
  ///
  /// Else ends as the source does. As Rx `timeout`.
  ///
  /// - Parameters:
  ///   - limit: the time within which the source must end. Zero or less is over as soon as the scheduler runs
  ///     the work.
  ///   - scheduler: its clock measures the time, and the error is sent on it.
  ///   - error: the error of the timeout; by default `SignalTimeout`.
  public func timeout(
    _ limit: Duration, on scheduler: some TimedScheduler = QueueScheduler.background,
    error: (any Error)? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Completable {
    Completable(unchecked: signal.timeout(limit, on: scheduler, error: error, file: file, line: line))
  }

  /// Sends each event of the source `interval` later, but an error at once. See `Signal.delay(for:on:)`.
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
