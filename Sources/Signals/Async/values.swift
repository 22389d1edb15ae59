import SignalTracing

extension Signal {
  /// The values as an asynchronous sequence: each iteration subscribes, an error is thrown, completion is the end.
  ///
  /// Values that come faster than they are taken wait, however many. A task that is cancelled, or that leaves its loop,
  /// disposes the subscription. As RxSwift `values` and Combine `values`.
  public func values(file: StaticString = #fileID, line: UInt32 = #line) -> AsyncValues<Value> {
    AsyncValues(signal: self, site: CallSite("values", file, line, .root))
  }
}

/// A signal's values as an asynchronous sequence.
public struct AsyncValues<Value: Sendable>: AsyncSequence, Sendable {
  fileprivate let signal: Signal<Value>
  fileprivate let site: CallSite

  /// Subscribes.
  public func makeAsyncIterator() -> AsyncThrowingStream<Value, any Error>.Iterator {
    AsyncThrowingStream { continuation in
      let subscription = signal.root(
        site, error: { continuation.finish(throwing: $0) }, completed: { continuation.finish() }
      ) { value, _ in
        _ = continuation.yield(value)
      }
      continuation.onTermination = { _ in subscription.dispose(because: .explicit) }
    }.makeAsyncIterator()
  }
}
