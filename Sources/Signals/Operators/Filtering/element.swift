public import SignalTracing
public import TraceFormat

/// The error of an operator that selects one value and does not find it.
public enum SelectionError: Error, Hashable {
  /// The source completed before it sent the value with this number.
  case endedBefore(index: Int)
  /// The source completed without a value.
  case noElements
  /// A second value came.
  case moreThanOneElement
}

extension Signal {
  /// Sends the value with this number, from 0, and completes. Fails with `SelectionError.endedBefore` if the
  /// source completes before.
  ///
  ///     source          1-2---3-|
  ///     element(at: 1)  --(2|)
  ///     element(at: 3)  --------#
  ///
  /// No value has a negative number, so the source's completion is a failure then. As Rx `element(at:)`.
  @inlinable @inline(__always)
  public func element(
    at index: Int, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    lift(CallSite("element(at:)", file, line, .stops), state: 0) { count, value, output in
      let number = count
      count += 1
      guard number == index else { return }
      output.next(value)
      if output.isOpen { output.completed() }
    } completion: { _, _ in
      throw SelectionError.endedBefore(index: index)
    }
  }

  /// Sends the only value for which `isWanted` is true. Fails with `SelectionError` if there is no such
  /// value, or a second one.
  ///
  ///     source  1-2---3-|
  ///     single  --2-----|     (even)
  ///     single  1-----#     (odd)
  ///
  /// The value is sent as soon as it arrives, before it is known to be the only one. Completes with the
  /// source. A throw becomes the signal's error. As Rx `single`.
  @inlinable @inline(__always)
  public func single(
    file: StaticString = #fileID, line: UInt32 = #line,
    @Condition where isWanted: @escaping @Sendable (Value) throws -> Bool = { _ in true }
  ) -> Signal<Value> {
    lift(CallSite("single", file, line, .stops), state: false) { isFound, value, output in
      guard try isWanted(value) else { return }
      if isFound { throw SelectionError.moreThanOneElement }
      isFound = true
      output.next(value)
    } completion: { isFound, _ in
      if !isFound { throw SelectionError.noElements }
    }
  }
}
