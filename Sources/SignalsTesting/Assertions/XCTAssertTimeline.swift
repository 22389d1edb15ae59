#if canImport(XCTest)
  import XCTest

  /// Fails an XCTest if a signal has not sent the drawn events, and shows the drawing and the events, under
  /// each other. As ``expectTimeline(_:_:values:_:sourceLocation:)``.
  public func XCTAssertTimeline<Value: Equatable>(
    _ actual: TestSubscriber<Value>, _ expected: Timeline, values: [Character: Value] = [:],
    file: StaticString = #filePath, line: UInt = #line
  ) {
    guard let difference = actual.difference(from: expected, values: values) else { return }
    XCTFail("\(difference)", file: file, line: line)
  }

  /// Fails an XCTest if the subscriptions to a source differ from the drawn ones. As
  /// ``expectSubscriptions(_:_:comment:sourceLocation:)``.
  public func XCTAssertSubscriptions<Value>(
    _ source: TestSignal<Value>, _ expected: SubscriptionInterval..., file: StaticString = #filePath,
    line: UInt = #line
  ) {
    guard let difference = source.difference(from: expected) else { return }
    XCTFail("\(difference)", file: file, line: line)
  }
#endif
