public import SignalTracing

/// What a signal lacks that was to send one certain value.
public enum SelectionError: Error, Hashable {
  /// The source completed before the value with this number came.
  case endedBefore(index: Int)
  /// The source completed without a value.
  case noElements
  /// A second value came.
  case moreThanOneElement
}

extension Signal {
  /// Sends the first value that `isWanted` is true of, and completes; without one it completes with the source.
  ///
  ///     source         1-2---3-|
  ///     first(where:)  --(2|)       (even)
  ///
  /// As Combine `first(where:)`.
  @inlinable @inline(__always)
  public func first(
    file: StaticString = #fileID, line: UInt32 = #line,
    where isWanted: @escaping @Sendable (Value) throws -> Bool
  ) -> Signal<Value> {
    lift(CallSite("first(where:)", file, line, .stops), state: false) { isFound, value, output in
      guard !isFound, try isWanted(value) else { return }
      isFound = true
      output.next(value)
      if output.isOpen { output.completed() }
    }
  }

  /// Sends the first value, or nil if the source completes without one, and completes. As Rx `first()`.
  @inlinable @inline(__always)
  public func firstValue(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value?> {
    lift(CallSite("firstValue", file, line, .stops), state: false) { isFound, value, output in
      guard !isFound else { return }
      isFound = true
      output.next(value)
      if output.isOpen { output.completed() }
    } completion: { isFound, output in
      if !isFound { output.next(nil) }
    }
  }

  /// Sends the last value that `isWanted` is true of, when the source completes; nothing without one.
  ///
  ///     source        1-2---3-|
  ///     last(where:)  --------(3|)     (odd)
  ///
  /// As Combine `last(where:)`.
  @inlinable @inline(__always)
  public func last(
    file: StaticString = #fileID, line: UInt32 = #line,
    where isWanted: @escaping @Sendable (Value) throws -> Bool = { _ in true }
  ) -> Signal<Value> {
    lift(CallSite("last(where:)", file, line), state: Value?.none) { last, value, _ in
      if try isWanted(value) { last = value }
    } completion: { last, output in
      if let last { output.next(last) }
    }
  }

  /// Sends the value with this number, from 0, and completes; fails with `SelectionError.endedBefore` without one.
  ///
  /// As Rx `element(at:)`.
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

  /// Sends the only value that `isWanted` is true of. Fails with `SelectionError` if there is none, or a second one.
  ///
  /// The value is sent as it comes, before it is known to be the only one. As Rx `single`.
  @inlinable @inline(__always)
  public func single(
    file: StaticString = #fileID, line: UInt32 = #line,
    where isWanted: @escaping @Sendable (Value) throws -> Bool = { _ in true }
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
