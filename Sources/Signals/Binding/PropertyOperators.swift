import SignalTracing

extension Property {
  /// A property with the values of both properties.
  ///
  ///     self      1--2-----
  ///     other     x-----y--
  ///     property  A--B--C--     (A = (1, x), B = (2, x), C = (2, y))
  ///
  /// After both properties have gone out of memory it keeps the last values. As ReactiveSwift
  /// `Property.combineLatest(with:)`.
  public final func combineLatest<Other: Sendable>(
    with other: Property<Other>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Property<(Value, Other)> {
    Property<(Value, Other)>(
      (value, other.value), then: Signals.combineLatest(signal, other.signal, file: file, line: line),
      file: file, line: line)
  }

  /// A property with the values that both properties had after the same number of changes.
  ///
  ///     self      1--2--3---
  ///     other     x------y--
  ///     property  A------B--     (A = (1, x), B = (2, y))
  ///
  /// A change of one property waits for a change of the other. After either property has gone out of memory,
  /// the last pair stays. As ReactiveSwift `Property.zip(with:)`.
  public final func zip<Other: Sendable>(
    with other: Property<Other>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Property<(Value, Other)> {
    Property<(Value, Other)>(
      (value, other.value), then: Signals.zip(signal, other.signal, file: file, line: line), file: file,
      line: line)
  }

  /// A property that follows the property that `transform` returns for the newest value.
  ///
  ///     self      a-----b---
  ///     of a      1--2--3---
  ///     of b      4------5--
  ///     property  1--2--45--
  ///
  /// The followed property is kept in memory. As ReactiveSwift `Property.flatMap(.latest)`.
  ///
  /// - Parameter transform: runs for the present value, again when the new property begins to follow, and for
  ///   every change.
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
  /// A property whose subscribers do not get a value that equals the value before it.
  ///
  ///     self      1-1-2-
  ///     property  1---2-
  ///
  /// It follows this property as long as this property is in memory. As ReactiveSwift `Property.skipRepeats`.
  public final func distinctUntilChanged(
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Property<Value> {
    Property(
      value, then: signal.distinctUntilChanged(file: file, line: line), file: file, line: line)
  }
}

extension Property where Value == Bool {
  /// A property that is true while this property is false. As ReactiveSwift `Property.negate`.
  public final func not(file: StaticString = #fileID, line: UInt32 = #line) -> Property<Bool> {
    map(file: file, line: line) { !$0 }
  }

  /// A property that is true while both properties are true. As ReactiveSwift `Property.and`.
  public final func and(
    _ other: Property<Bool>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Property<Bool> {
    Property(
      value && other.value, then: signal.and(other.signal, file: file, line: line), file: file, line: line)
  }

  /// A property that is true while at least one of the two properties is true. As ReactiveSwift
  /// `Property.or`.
  public final func or(
    _ other: Property<Bool>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Property<Bool> {
    Property(
      value || other.value, then: signal.or(other.signal, file: file, line: line), file: file, line: line)
  }
}
