import SignalTracing

extension Property {
  /// A property with both values, which follows both properties.
  ///
  ///     self      1--2-----
  ///     other     x-----y--
  ///     property  A--B--C--     (A = (1, x), B = (2, x), C = (2, y))
  ///
  /// It keeps the last values once both properties are out of memory. As ReactiveSwift
  /// `Property.combineLatest(with:)`.
  public final func combineLatest<Other: Sendable>(
    with other: Property<Other>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Property<(Value, Other)> {
    Property<(Value, Other)>(
      (value, other.value), then: Signals.combineLatest(signal, other.signal, file: file, line: line),
      file: file, line: line)
  }

  /// A property with the values that both had after the same number of changes.
  ///
  ///     self      1--2--3---
  ///     other     x------y--
  ///     property  A------B--     (A = (1, x), B = (2, y))
  ///
  /// Changes of one wait for those of the other. It keeps the last pair once either property is out of
  /// memory. As ReactiveSwift `Property.zip(with:)`.
  public final func zip<Other: Sendable>(
    with other: Property<Other>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Property<(Value, Other)> {
    Property<(Value, Other)>(
      (value, other.value), then: Signals.zip(signal, other.signal, file: file, line: line), file: file,
      line: line)
  }

  /// A property that follows the one that `transform` returns for the newest value.
  ///
  ///     self      a-----b---
  ///     of a      1--2--3---
  ///     of b      4------5--
  ///     property  1--2--45--
  ///
  /// The one that it follows is kept in memory. As ReactiveSwift `Property.flatMap(.latest)`.
  ///
  /// - Parameter transform: runs for the value now, again as the property begins to follow, and for every
  ///   change.
  public final func flatMapLatest<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) -> Property<Result>
  ) -> Property<Result> {
    let changes = signal.flatMapLatest(file: file, line: line) { value in
      let followed = transform(value)
      return followed.signal.onDispose(file: file, line: line) { withExtendedLifetime(followed) {} }
    }
    return Property<Result>(transform(value).value, then: changes, file: file, line: line)
  }
}

extension Property where Value: Equatable {
  /// A property whose subscribers are not told of a value that equals the one before.
  ///
  ///     self      1-1-2-
  ///     property  1---2-
  ///
  /// It follows as long as this one is in memory. As ReactiveSwift `Property.skipRepeats`.
  public final func distinctUntilChanged(
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Property<Value> {
    Property(
      value, then: signal.distinctUntilChanged(file: file, line: line), file: file, line: line)
  }
}

extension Property where Value == Bool {
  /// A property that is true while this one is false. As ReactiveSwift `Property.negate`.
  public final func not(file: StaticString = #fileID, line: UInt32 = #line) -> Property<Bool> {
    map(file: file, line: line) { !$0 }
  }

  /// A property that is true while both are. As ReactiveSwift `Property.and`.
  public final func and(
    _ other: Property<Bool>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Property<Bool> {
    Property(
      value && other.value, then: signal.and(other.signal, file: file, line: line), file: file, line: line)
  }

  /// A property that is true while either is. As ReactiveSwift `Property.or`.
  public final func or(
    _ other: Property<Bool>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Property<Bool> {
    Property(
      value || other.value, then: signal.or(other.signal, file: file, line: line), file: file, line: line)
  }
}
