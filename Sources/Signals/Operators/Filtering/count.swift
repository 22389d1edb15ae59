public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends the number of values when the source completes.
  ///
  ///     source  1-2---3-|
  ///     count   --------(3|)
  ///
  /// An error is sent on without a number. As Combine `count`.
  @inlinable @inline(__always)
  public func count(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Int> {
    lift(CallSite("count", file, line, .ends), state: 0) { count, _, _ in
      count += 1
    } completion: { count, output in
      output.next(count)
    }
  }
}
