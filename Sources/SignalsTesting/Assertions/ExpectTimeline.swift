#if canImport(Testing)
  public import Testing

  /// Expects that a signal has sent the drawn events. A failure shows the drawing and the events, under each
  /// other.
  ///
  ///     expectTimeline(heard, "-----b----(c|)")
  ///
  /// - Parameters:
  ///   - actual: the events that the signal has sent.
  ///   - expected: the drawing.
  ///   - values: the values of characters. Any other character stands for a value with this character as its
  ///     description.
  ///     Any error is a `#`.
  ///   - comment: printed with a failure.
  ///   - sourceLocation: the place where a failure is shown.
  public func expectTimeline<Value: Equatable>(
    _ actual: TestSubscriber<Value>, _ expected: Timeline, values: [Character: Value] = [:],
    _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    report(actual.difference(from: expected, values: values), comment, sourceLocation)
  }

  /// Expects the drawn subscriptions to a source: one drawing for each subscription.
  ///
  ///     expectSubscriptions(source, "^----!", "--^--!")
  public func expectSubscriptions<Value>(
    _ source: TestSignal<Value>, _ expected: SubscriptionInterval..., comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    report(source.difference(from: expected), comment, sourceLocation)
  }

  private func report(_ difference: TimelineDifference?, _ comment: Comment?, _ location: SourceLocation) {
    guard let difference else { return }
    let remark = comment.map { "\n\($0)" } ?? ""
    Issue.record("\(difference)\(remark)", sourceLocation: location)
  }
#endif
