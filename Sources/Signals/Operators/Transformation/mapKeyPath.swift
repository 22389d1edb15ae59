public import SignalTracing

extension Signal {
  /// Sends the property at `path` of each value. For a key path in a variable.
  ///
  ///     source            "a"-"bc"-|
  ///     mapKeyPath(path)  1---2----|     (path is \.count)
  ///
  /// A key path literal converts to a function: `map(\.count)`. Ends as the source does. As Rx
  /// `map(_: KeyPath)`.
  @inlinable
  public func mapKeyPath<Result: Sendable>(
    _ path: any KeyPath<Value, Result> & Sendable, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> {
    lift(CallSite("mapKeyPath", file, line)) { value, output in
      output.next(value[keyPath: path])
    }
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
