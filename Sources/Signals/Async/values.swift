extension Signal {
  /// The values as an asynchronous sequence: each iteration subscribes, an error is thrown, completion is the end.
  ///
  /// Values that come faster than they are taken wait, however many. A task that is cancelled, or that leaves its loop,
  /// disposes the subscription. As RxSwift `values` and Combine `values`.
  public func values(file: StaticString = #fileID, line: UInt32 = #line) -> AsyncValues<Value> {
    AsyncValues(signal: self, file: file, line: line)
  }
}

/// A signal's values as an asynchronous sequence.
public struct AsyncValues<Value: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Value

  fileprivate let signal: Signal<Value>
  fileprivate let file: StaticString
  fileprivate let line: UInt32

  public func makeAsyncIterator() -> AsyncThrowingStream<Value, any Error>.Iterator {
    AsyncThrowingStream { continuation in
      let subscription = signal.subscribe(
        next: { continuation.yield($0) }, error: { continuation.finish(throwing: $0) },
        completed: { continuation.finish() }, file: file, line: line)
      continuation.onTermination = { _ in subscription.dispose() }
    }.makeAsyncIterator()
  }
}
