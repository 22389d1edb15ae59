public import SignalTracing

extension Signal {
  /// Sends one value when the source completes: what `next` made of its last result and each value, beginning with
  /// `initial`.
  ///
  ///     source     1-2---3-|
  ///     reduce(+)  --------(6|)     (initial 0)
  ///
  /// Sends `initial` if there were no values. A throw becomes the signal's error. As
  /// `RACSignal -aggregateWithStart:reduce:`.
  @inlinable @inline(__always)
  public func reduce<Result: Sendable>(
    _ initial: Result, file: StaticString = #fileID, line: UInt32 = #line,
    _ next: @escaping @Sendable (Result, Value) throws -> Result
  ) -> Signal<Result> {
    lift(CallSite("reduce", file, line), state: initial) { result, value, _ in
      result = try next(result, value)
    } completion: { result, output in
      output.next(result)
    }
  }

  /// The same with a result that is made for every subscription and changed in place. As
  /// `RACSignal -aggregateWithStartFactory:reduce:`.
  @inlinable @inline(__always)
  public func reduce<Result: Sendable>(
    into initial: @escaping @autoclosure @Sendable () -> Result, file: StaticString = #fileID,
    line: UInt32 = #line,
    _ update: @escaping @Sendable (inout Result, Value) throws -> Void
  ) -> Signal<Result> {
    lift(CallSite("reduce", file, line), state: initial()) { result, value, _ in
      try update(&result, value)
    } completion: { result, output in
      output.next(result)
    }
  }

  /// Sends all values as one array when the source completes.
  ///
  ///     source   1-2---3-|
  ///     collect  --------([123]|)
  ///
  /// As `RACSignal -collect` and Rx `toArray`.
  @inlinable @inline(__always)
  public func collect(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<[Value]> {
    lift(CallSite("collect", file, line, .buffers), state: [Value]()) { values, value, output in
      values.append(value)
      output.holds(values.count)
    } completion: { values, output in
      output.next(values)
    }
  }

  /// Sends arrays of `count` values each; what is left when the source completes is a shorter one.
  ///
  ///     source      1-2---3-|
  ///     collect(2)  --[12]--([3]|)
  ///
  /// A count below 1 is 1. As ReactiveSwift `collect(count:)` and Combine `collect(_:)`.
  @inlinable @inline(__always)
  public func collect(
    count: Int, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<[Value]> {
    collecting(CallSite("collect", file, line, .buffers)) { values, _ in values.count >= count }
  }

  /// Sends an array as soon as `isComplete` is true of it; what is left when the source completes is the last one.
  ///
  /// `isComplete` is asked after each value about all values that are not sent yet, that one included. As ReactiveSwift
  /// `collect(_ shouldEmit:)`.
  @inlinable @inline(__always)
  public func collect(
    file: StaticString = #fileID, line: UInt32 = #line,
    where isComplete: @escaping @Sendable ([Value]) throws -> Bool
  ) -> Signal<[Value]> {
    collecting(CallSite("collect", file, line, .buffers)) { values, _ in try isComplete(values) }
  }

  @inlinable @inline(__always)
  func collecting(
    _ site: CallSite, until isComplete: @escaping @Sendable ([Value], Value) throws -> Bool
  ) -> Signal<[Value]> {
    lift(site, state: [Value]()) { values, value, output in
      values.append(value)
      guard try isComplete(values, value) else { return output.holds(values.count) }
      output.letsGo(of: values.count)
      output.next(exchange(&values, with: []))
    } completion: { values, output in
      if !values.isEmpty { output.next(values) }
    }
  }
}
