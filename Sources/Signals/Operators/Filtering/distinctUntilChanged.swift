public import SignalTracing

extension Signal {
  /// Leaves out a value if `areEqual` is true for the value and the value before it.
  ///
  ///     source                1-1-2---2-1-|
  ///     distinctUntilChanged  1---2-----1-|
  ///
  /// Ends as the source does. A throw becomes the signal's error. As `RACStream -distinctUntilChanged` and Rx
  /// `distinctUntilChanged(_ comparer:)`.
  @inlinable @inline(__always)
  public func distinctUntilChanged(
    file: StaticString = #fileID, line: UInt32 = #line,
    @Condition by areEqual: @escaping @Sendable (Value, Value) throws -> Bool
  ) -> Signal<Value> {
    lift(CallSite("distinctUntilChanged", file, line), state: Value?.none) { last, value, output in
      if let last, try areEqual(last, value) { return }
      last = value
      output.next(value)
    }
  }

  /// Leaves out a value if its key equals the key of the value before it.
  ///
  ///     source                a-A-b---B-a-|
  ///     distinctUntilChanged  a---b-----a-|     (by the lowercase letter)
  ///
  /// Ends as the source does. A throw becomes the signal's error. As Rx
  /// `distinctUntilChanged(_ keySelector:)`.
  @inlinable @inline(__always)
  public func distinctUntilChanged<Key: Equatable & Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ key: @escaping @Sendable (Value) throws -> Key
  ) -> Signal<Value> {
    lift(CallSite("distinctUntilChanged", file, line), state: Key?.none) { last, value, output in
      let key = try key(value)
      if let last, last == key { return }
      last = key
      output.next(value)
    }
  }
}

extension Signal where Value: Equatable {
  /// Leaves out a value that equals the value before it.
  ///
  ///     source                1-1-2---2-1-|
  ///     distinctUntilChanged  1---2-----1-|
  ///
  /// Ends as the source does. As `RACStream -distinctUntilChanged`.
  @inlinable @inline(__always)
  public func distinctUntilChanged(
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    lift(CallSite("distinctUntilChanged", file, line), state: Value?.none) { last, value, output in
      if let last, last == value { return }
      last = value
      output.next(value)
    }
  }

  /// Leaves out the values that equal `ignored`.
  ///
  ///     source          1-2-1---3-|
  ///     ignoreValue(1)  --2-----3-|
  ///
  /// Ends as the source does. As `RACStream -ignore:`.
  @inlinable @inline(__always)
  public func ignoreValue(
    _ ignored: Value, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    lift(CallSite("ignoreValue", file, line)) { value, output in
      if value != ignored { output.next(value) }
    }
  }
}

extension Signal where Value: Hashable {
  /// Leaves out every value that was sent before.
  ///
  ///     source  1-2-1---3-2-|
  ///     unique  1-2-----3---|
  ///
  /// It keeps every value until the subscription ends. Ends as the source does. As ReactiveSwift
  /// `uniqueValues()`.
  @inlinable @inline(__always)
  public func unique(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    unique(file: file, line: line) { $0 }
  }
}

extension Signal {
  /// Leaves out every value whose key was seen before.
  ///
  ///     source  a-b-A---c-B-|
  ///     unique  a-b-----c---|     (by the lowercase letter)
  ///
  /// It keeps all keys until the subscription ends. Ends as the source does. A throw becomes the signal's
  /// error. As ReactiveSwift `uniqueValues(_:)`.
  @inlinable @inline(__always)
  public func unique<Key: Hashable & Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ key: @escaping @Sendable (Value) throws -> Key
  ) -> Signal<Value> {
    lift(CallSite("unique", file, line), state: Set<Key>()) { seen, value, output in
      if seen.insert(try key(value)).inserted { output.next(value) }
    }
  }
}
