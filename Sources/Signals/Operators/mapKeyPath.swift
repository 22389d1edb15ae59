public import SignalTracing

extension Signal {
  /// Sends what a key path leads to in each value.
  ///
  ///     source        "a"-"bc"-|
  ///     map(\.count)  1---2----|
  ///
  /// Ends as the source does. As Rx `map(_: KeyPath)`.
  @inlinable
  public func map<Result: Sendable>(
    _ path: any KeyPath<Value, Result> & Sendable, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> {
    lift(CallSite("map", file, line)) { value, output in output.next(value[keyPath: path]) }
  }

  /// Sends `value` for each value.
  ///
  ///     source         1-2---3-|
  ///     mapReplace(x)  x-x---x-|
  ///
  /// Ends as the source does. As `RACStream -mapReplace:`.
  @inlinable @inline(__always)
  public func mapReplace<Result: Sendable>(
    _ value: Result, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> {
    lift(CallSite("mapReplace", file, line)) { _, output in output.next(value) }
  }
}
