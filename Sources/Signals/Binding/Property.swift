import SignalTracing
import Synchronization
import TraceFormat

/// A value that can be read at any time and whose changes can be subscribed to.
///
/// Thread-safe. As ReactiveSwift `Property` and `RACObserve`.
public class Property<Value: Sendable>: @unchecked Sendable {
  // Threads: a property object does not change. The rows have a lock and an owner word.

  final let rows: PropertyRows<Value>
  private final let site: CallSite
  /// The subscription that feeds a derived property. It is disposed with the property.
  private final let feed: SerialDisposable

  init(rows: PropertyRows<Value>, at site: CallSite) {
    self.rows = rows
    self.site = site
    feed = SerialDisposable(at: site)
  }

  /// A property that never changes. As ReactiveSwift `Property(value:)`.
  public convenience init(_ value: Value, file: StaticString = #fileID, line: UInt32 = #line) {
    self.init(
      rows: PropertyRows(value), at: CallSite("Property", file, line, [.source, .hot, .endsWithItsObject]))
  }

  /// A property with the newest value of `signal`. Its value is `initial` until `signal` sends.
  ///
  ///     signal    ---1--2-|
  ///     property  0--1--2-|     (initial 0)
  ///
  /// The property's `signal` completes when the given signal ends. An error goes to
  /// `SignalHooks.onUnhandledError`. The subscription to the given signal ends when the property goes out of
  /// memory. As ReactiveSwift `Property(initial:then:)`.
  public convenience init(
    _ initial: Value, then signal: Signal<Value>, file: StaticString = #fileID, line: UInt32 = #line
  ) {
    self.init(rows: PropertyRows(initial), at: CallSite("Property", file, line, [.source, .hot]))
    let root = CallSite("Property", file, line, .root)
    feed.inner = signal.root(root, disposed: { [rows] in rows.end(.completed) }) { [rows] value, _ in
      _ = rows.store(value)
    }
  }

  deinit {
    feed.dispose(because: .explicit)
    rows.end(.completed)
  }

  /// The value now. It may be newer than the last value that subscribers have received: they receive values
  /// in the order in which they were set.
  public final var value: Value { rows.current.value }

  /// Sends the value first and then every change. Completes when the property goes out of memory, or when the
  /// signal that feeds the property ends.
  ///
  ///     value   1----2--3--x
  ///     signal     ^12--3--|
  ///
  /// It keeps no reference to the property. A change is sent on the thread that sets the value. If another
  /// thread sends an earlier change just then, it sends this one as well. As ReactiveSwift
  /// `Property.producer`.
  public final var signal: Signal<Value> { Signal<Value>(site) { [rows] _, gate in rows.add(gate) } }

  /// A property with the result of `transform` for the value of this property. It follows this property as
  /// long as this property is in memory.
  public final func map<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) -> Result
  ) -> Property<Result> {
    Property<Result>(
      transform(value), then: signal.map(file: file, line: line, transform), file: file, line: line)
  }
}

/// A property that can be set.
///
/// A value that is set can be read at once. Subscribers get the values one at a time, in the order in which
/// they were set, even if a subscriber sets the next one. As ReactiveSwift `MutableProperty`.
public final class MutableProperty<Value: Sendable>: Property<Value>, @unchecked Sendable {
  /// A property whose value is `initial` until it is set. As ReactiveSwift `MutableProperty(_:)`.
  public convenience init(_ initial: Value, file: StaticString = #fileID, line: UInt32 = #line) {
    self.init(
      rows: PropertyRows(initial),
      at: CallSite("MutableProperty", file, line, [.source, .hot, .endsWithItsObject]))
  }

  /// Replaces the value.
  ///
  /// - Returns: the value before.
  @discardableResult
  public func swap(_ new: Value) -> Value {
    // Without a version it is always stored.
    rows.store(new) ?? new
  }

  /// Sets the value.
  public func set(_ new: Value) { _ = rows.store(new) }

  /// Changes the value in place, as one step: a value that another thread sets meanwhile is never lost.
  ///
  /// - Parameter change: runs without a lock, and again if another thread has set the value meanwhile.
  @discardableResult
  public func modify<Result>(_ change: (inout Value) throws -> Result) rethrows -> Result {
    while true {
      let (old, version) = rows.current
      var new = old
      let result = try change(&new)
      if rows.store(new, since: version) != nil { return result }
    }
  }
}
