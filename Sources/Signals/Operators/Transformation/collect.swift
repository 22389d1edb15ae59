public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends all values as one array when the source completes.
  ///
  ///     source   1-2---3-|
  ///     collect  --------([123]|)
  ///
  /// All values are kept until then; an error is sent on without them. As `RACSignal -collect` and Rx
  /// `toArray`.
  @inlinable @inline(__always)
  public func collect(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<[Value]> {
    lift(CallSite("collect", file, line, [.buffers, .ends]), state: [Value]()) { values, value, output in
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
  /// An error drops what is left. A count below 1 is 1. As ReactiveSwift `collect(count:)` and Combine
  /// `collect(_:)`.
  @inlinable @inline(__always)
  public func collect(
    count: Int, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<[Value]> {
    collecting(CallSite("collect", file, line, .buffers)) { values, _ in values.count >= count }
  }

  /// Sends an array as soon as `isComplete` is true of it; what is left when the source completes is the last
  /// one.
  ///
  ///     source           1-2---3-4-|
  ///     collect(where:)  --A---B-C-|     (a sum of 3 or more: A = [1, 2], B = [3], C = [4])
  ///
  /// `isComplete` is asked after each value about all values that are not sent yet, that one included; a
  /// throw is the error. An error drops what is left. As ReactiveSwift `collect(_ shouldEmit:)`.
  @inlinable @inline(__always)
  public func collect(
    file: StaticString = #fileID, line: UInt32 = #line,
    @Condition where isComplete: @escaping @Sendable ([Value]) throws -> Bool
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
