import SignalTracing
import Synchronization
import TraceFormat

/// A value that can be read at any time and whose changes can be subscribed to.
///
/// Thread-safe. As ReactiveSwift `Property` and `RACObserve`.
public class Property<Value: Sendable>: @unchecked Sendable {
  // Threads: nothing of it changes. The rows have a lock and an owner word.

  final let rows: PropertyRows<Value>
  private final let site: CallSite
  /// The subscription that feeds a derived property; disposed with it.
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

  /// A property that has `initial` until `signal` sends, and from then on the value that was sent last.
  ///
  ///     signal    ---1--2-|
  ///     property  0--1--2-|     (initial 0)
  ///
  /// It completes with the signal; an error goes to `SignalHooks.onUnhandledError`, and completes it. The
  /// subscription to the signal ends when the property goes out of memory. As ReactiveSwift
  /// `Property(initial:then:)`.
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

  /// The value now. It may be ahead of what subscribers were told: they are told in the order in which it was
  /// set.
  public final var value: Value { rows.current.value }

  /// Sends the value first and then every change; completes when the property goes out of memory.
  ///
  ///     value   1----2--3--x
  ///     signal     ^12--3--|
  ///
  /// It keeps no reference to the property. A change is sent on the thread that sets it, or on a thread that
  /// is sending another one just then. As ReactiveSwift `Property.producer`.
  public final var signal: Signal<Value> { Signal<Value>(site) { [rows] _, gate in rows.add(gate) } }

  /// A property with the result of `transform` for this one's value. It follows as long as this one is in
  /// memory.
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
/// A value that is set can be read at once; subscribers are told in the order of setting, one value at a
/// time, also when one of them sets the next. As ReactiveSwift `MutableProperty`.
public final class MutableProperty<Value: Sendable>: Property<Value>, @unchecked Sendable {
  /// A property that has `initial` until it is set. As ReactiveSwift `MutableProperty(_:)`.
  public convenience init(_ initial: Value, file: StaticString = #fileID, line: UInt32 = #line) {
    self.init(
      rows: PropertyRows(initial),
      at: CallSite("MutableProperty", file, line, [.source, .hot, .endsWithItsObject]))
  }

  /// Replaces the value.
  ///
  /// - Returns: the one before.
  @discardableResult
  public func swap(_ new: Value) -> Value {
    // Without a version it is always stored.
    rows.store(new) ?? new
  }

  /// Sets the value.
  public func set(_ new: Value) { _ = rows.store(new) }

  /// Changes the value in place, as one step: a value that others set meanwhile is never lost.
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
