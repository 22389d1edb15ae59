public import SignalTracing

extension Signal {
  /// Sends the last `size` values as an array for each value, beginning with the value that makes them
  /// `size`.
  ///
  ///     source    1-2---3-4-|
  ///     nwise(3)  ------A-B-|     (A = [1, 2, 3], B = [2, 3, 4])
  ///
  /// The oldest comes first. A source with fewer values sends nothing. Ends as the source does. A size below
  /// 1 is 1. As CombineExt `nwise(_:)`, which refuses a size below 2.
  @inlinable
  public func nwise(
    _ size: Int, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<[Value]> {
    let size = Swift.max(1, size)
    return lift(CallSite("nwise", file, line), state: [Value]()) { last, value, output in
      last.append(value)
      guard last.count == size else { return }
      let all = last
      last.removeFirst()
      output.next(all)
    }
  }

  /// Sends each value together with the previous value, beginning with the second value.
  ///
  ///     source    1-2---4-|
  ///     pairwise  --A---B-|     (A = (1, 2), B = (2, 4))
  ///
  /// A source with one value sends nothing. Ends as the source does. It is `combinePrevious()` by another
  /// name. As RxJS 7 `pairwise` and CombineExt `pairwise()`.
  @inlinable @inline(__always)
  public func pairwise(
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<(Value, Value)> {
    lift(CallSite("pairwise", file, line), state: Value?.none) { previous, value, output in
      let pair = previous.map { ($0, value) }
      previous = value
      if let pair { output.next(pair) }
    }
  }
}
