public import SignalTracing

extension Signal {
  /// Sends each value with its number, from 0.
  ///
  ///     source      a-b---c-|
  ///     enumerated  A-B---C-|     (A = (0, a), B = (1, b), C = (2, c))
  ///
  /// Ends as the source does. As Rx `enumerated`.
  @inlinable @inline(__always)
  public func enumerated(
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<(index: Int, element: Value)> {
    lift(CallSite("enumerated", file, line), state: 0) { count, value, output in
      let index = count
      count += 1
      output.next((index, value))
    }
  }
}
