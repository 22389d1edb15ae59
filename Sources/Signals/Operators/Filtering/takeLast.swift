public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends the last `count` values when the source completes; nothing before.
  ///
  ///     source       1-2---3-|
  ///     takeLast(2)  --------(23|)
  ///
  /// A negative count is 0. An error is sent on without the values. As `RACSignal -takeLast:`.
  @inlinable
  public func takeLast(_ count: Int, file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    lift(CallSite("takeLast", file, line, .ends), state: LastValues<Value>(limit: Swift.max(0, count))) {
      last, value, _ in
      last.append(value)
    } completion: { last, output in
      for index in 0..<last.count where output.isOpen { output.next(last[index]) }
    }
  }
}
