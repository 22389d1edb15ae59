import SignalTracing
import TraceFormat

extension Signal {
  /// Subscribes to the signal that `next` returns for the last result and each value. Sends the values of all
  /// these signals; each sent value becomes the last result.
  ///
  ///     source     1----2-----|
  ///     1          -a-b|
  ///     2               -c-d|
  ///     mergeScan  -A-B--C-D--|     (A = 0a, B = 0b, C = 0bc, D = 0bd)
  ///
  /// It begins with `initial` as the last result, which is not sent. At most `limit` inner signals are
  /// subscribed to at a time; values wait, and `next` is called when a value's turn comes. A limit of 0 is no
  /// limit; a negative limit is 1. Completes when the source and all inner signals have completed; an error
  /// of any of them is an error at once, and so is a throw of `next`. As RxJS 7 `mergeScan`.
  public func mergeScan<Result: Sendable>(
    _ initial: Result, maxConcurrent limit: Int = .max, file: StaticString = #fileID, line: UInt32 = #line,
    _ next: @escaping @Sendable (Result, Value) throws -> Signal<Result>
  ) -> Signal<Result> {
    scanning(CallSite("mergeScan", file, line), initial, next) { source, transform in
      source.queueing(CallSite("flatMap", file, line, [.flattens, .buffers]), limit, transform)
    }
  }

  /// Subscribes to the signal that `next` returns for the last result and each value, once the signal before
  /// has completed. Sends the values of these signals; each sent value becomes the last result.
  ///
  ///     source      1-2---------|
  ///     1           ---a-b|
  ///     2                 -c-d|
  ///     concatScan  ---A-B-C-D--|     (A = 0a, B = 0b, C = 0bc, D = 0bd)
  ///
  /// It begins with `initial` as the last result, which is not sent. Values wait; `next` is called when a
  /// value's turn comes. Completes when the source and all inner signals have completed; an error of any of
  /// them is an error at once, and so is a throw of `next`. As RxJS 7 `mergeScan` with a concurrency of 1.
  public func concatScan<Result: Sendable>(
    _ initial: Result, file: StaticString = #fileID, line: UInt32 = #line,
    _ next: @escaping @Sendable (Result, Value) throws -> Signal<Result>
  ) -> Signal<Result> {
    scanning(CallSite("concatScan", file, line), initial, next) { source, transform in
      source.queueing(CallSite("concatMap", file, line, [.flattens, .buffers]), 1, transform)
    }
  }

  /// Subscribes to the signal that `next` returns for the last result and each value, and disposes the
  /// subscription to the signal before. Sends the values of the newest signal; each sent value becomes the
  /// last result.
  ///
  ///     source      1----2-----|
  ///     1           -a-b---e|
  ///     2                -c-d|
  ///     switchScan  -A-B--C-D--|     (A = 0a, B = 0b, C = 0bc, D = 0bd)
  ///
  /// It begins with `initial` as the last result, which is not sent. Completes when the source and the newest
  /// inner signal have completed; an error of either is an error at once, and so is a throw of `next`. As
  /// RxJS 7 `switchScan`.
  public func switchScan<Result: Sendable>(
    _ initial: Result, file: StaticString = #fileID, line: UInt32 = #line,
    _ next: @escaping @Sendable (Result, Value) throws -> Signal<Result>
  ) -> Signal<Result> {
    scanning(CallSite("switchScan", file, line), initial, next) { source, transform in
      source.switching(CallSite("flatMapLatest", file, line, .flattens), transform)
    }
  }

  /// Keeps each value that `flatten` sends as the last result, and passes the last result to `next`.
  private func scanning<Result: Sendable>(
    _ site: CallSite, _ initial: Result,
    _ next: @escaping @Sendable (Result, Value) throws -> Signal<Result>,
    _ flatten:
      @escaping @Sendable (
        Signal<Value>, @escaping @Sendable (Value) throws -> Signal<Result>
      ) -> Signal<Result>
  ) -> Signal<Result> {
    Signal<Result>(site, upstream: self, kind: .lifted) { signal, downstream in
      signal.withSource(of: Value.self) { source in
        let last = LastResult(initial)
        let flattened = flatten(source) { try next(last.value, $0) }
        flattened.connect(
          inlet: Subscriber(above: downstream, to: flattened) { value, gate in
            last.replace(with: value)
            Output<Result>(downstreamOf: gate).next(value)
          })
      }
    }
  }
}

/// The last result of a scan. The old value is released outside the lock.
private final class LastResult<Value: Sendable>: Sendable {
  private let state: Mutex<Value>

  init(_ value: Value) { state = Mutex(value) }

  var value: Value { state.withLock { $0 } }

  func replace(with value: Value) {
    let before = state.withLock { state in exchange(&state, with: value) }
    _ = before
  }
}
