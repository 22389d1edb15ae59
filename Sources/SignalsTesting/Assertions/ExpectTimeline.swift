#if canImport(Testing)
  public import Testing

  /// Expects that a signal has sent what is drawn. A failure shows both, under each other.
  ///
  ///     expectTimeline(heard, "-----b----(c|)")
  ///
  /// - Parameters:
  ///   - actual: what the signal has sent.
  ///   - expected: what is drawn.
  ///   - values: what characters stand for. One that is not among them stands for the value that describes itself with that
  ///     character. Any error is a `#`.
  ///   - comment: is printed with a failure.
  ///   - sourceLocation: where a failure is shown.
  public func expectTimeline<Value: Equatable>(
    _ actual: TestSubscriber<Value>, _ expected: Timeline, values: [Character: Value] = [:],
    _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    report(actual.difference(from: expected, values: values), comment, sourceLocation)
  }

  /// Expects that somebody was subscribed to a source when it is drawn: one drawing for each subscription.
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
