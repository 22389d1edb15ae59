public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends all values as one array when the source completes.
  ///
  ///     source   1-2---3-|
  ///     collect  --------([123]|)
  ///
  /// All values are kept until then; an error is sent on without the array. As `RACSignal -collect` and Rx
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

  /// Sends arrays of `count` values each. When the source completes, the remaining values are sent as a
  /// shorter array.
  ///
  ///     source      1-2---3-|
  ///     collect(2)  --[12]--([3]|)
  ///
  /// An error drops the remaining values. A count below 1 is 1. As ReactiveSwift `collect(count:)` and
  /// Combine `collect(_:)`.
  @inlinable @inline(__always)
  public func collect(
    count: Int, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<[Value]> {
    collecting(CallSite("collect", file, line, .buffers)) { values, _ in values.count >= count }
  }

  /// Gathers values in an array, and sends it as soon as `isComplete` is true for it. When the source
  /// completes, the remaining values are sent as the last array.
  ///
  ///     source           1-2---3-4-|
  ///     collect(where:)  --A---B-C-|     (a sum of 3 or more: A = [1, 2], B = [3], C = [4])
  ///
  /// `isComplete` is called after each value, with all values that are not sent yet, the new value included.
  /// A throw is the error. An error drops the remaining values. As ReactiveSwift `collect(_ shouldEmit:)`.
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
