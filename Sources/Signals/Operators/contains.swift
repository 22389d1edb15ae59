public import SignalTracing

extension Signal {
  /// Sends true at the first value that `isWanted` is true of, false if the source completes without one; completes.
  ///
  /// An error is an error (RAC makes it false). As `RACSignal -any:`.
  @inlinable @inline(__always)
  public func any(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ isWanted: @escaping @Sendable (Value) throws -> Bool = { _ in true }
  ) -> Signal<Bool> {
    deciding(CallSite("any", file, line, .stops), on: true, isWanted)
  }

  /// Sends false at the first value that `isWanted` is false of, true if the source completes without one; completes.
  ///
  /// An error is an error (RAC makes it false). As `RACSignal -all:`.
  @inlinable @inline(__always)
  public func all(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ isWanted: @escaping @Sendable (Value) throws -> Bool
  ) -> Signal<Bool> {
    deciding(CallSite("all", file, line, .stops), on: false, isWanted)
  }

  /// As `any(_:)`, in the words of the standard library.
  @inlinable @inline(__always)
  public func contains(
    file: StaticString = #fileID, line: UInt32 = #line,
    where isWanted: @escaping @Sendable (Value) throws -> Bool
  ) -> Signal<Bool> {
    deciding(CallSite("contains", file, line, .stops), on: true, isWanted)
  }

  @inlinable @inline(__always)
  func deciding(
    _ site: CallSite, on decisive: Bool, _ test: @escaping @Sendable (Value) throws -> Bool
  ) -> Signal<Bool> {
    lift(site, state: false) { isDecided, value, output in
      guard !isDecided, try test(value) == decisive else { return }
      isDecided = true
      output.next(decisive)
      if output.isOpen { output.completed() }
    } completion: { _, output in
      output.next(!decisive)
    }
  }

  /// Sends the number of values when the source completes. As Combine `count`.
  @inlinable @inline(__always)
  public func count(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Int> {
    lift(CallSite("count", file, line), state: 0) { count, _, _ in
      count += 1
    } completion: { count, output in
      output.next(count)
    }
  }

  /// Sends the least value when the source completes, the first of equals; nothing without values. As Combine `min(by:)`.
  @inlinable @inline(__always)
  public func min(
    file: StaticString = #fileID, line: UInt32 = #line,
    by isLess: @escaping @Sendable (Value, Value) throws -> Bool
  ) -> Signal<Value> {
    keeping(CallSite("min", file, line)) { kept, new in try isLess(new, kept) }
  }

  /// Sends the greatest value when the source completes, the last of equals; nothing without values. As Combine
  /// `max(by:)`.
  @inlinable @inline(__always)
  public func max(
    file: StaticString = #fileID, line: UInt32 = #line,
    by isLess: @escaping @Sendable (Value, Value) throws -> Bool
  ) -> Signal<Value> {
    keeping(CallSite("max", file, line)) { kept, new in try !isLess(new, kept) }
  }

  @inlinable @inline(__always)
  func keeping(
    _ site: CallSite, _ replaces: @escaping @Sendable (Value, Value) throws -> Bool
  ) -> Signal<Value> {
    lift(site, state: Value?.none) { kept, value, _ in
      if let old = kept, try !replaces(old, value) { return }
      kept = value
    } completion: { kept, output in
      if let kept { output.next(kept) }
    }
  }
}

extension Signal where Value: Equatable {
  /// Sends true at the first value that equals `wanted`, false if the source completes without one; completes.
  @inlinable @inline(__always)
  public func contains(
    _ wanted: Value, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Bool> {
    deciding(CallSite("contains", file, line, .stops), on: true) { $0 == wanted }
  }
}

extension Signal where Value: Comparable {
  /// Sends the least value when the source completes; nothing without values.
  @inlinable @inline(__always)
  public func min(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    keeping(CallSite("min", file, line)) { kept, new in new < kept }
  }

  /// Sends the greatest value when the source completes; nothing without values.
  @inlinable @inline(__always)
  public func max(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    keeping(CallSite("max", file, line)) { kept, new in new >= kept }
  }
}
