import SignalTracing

/// The values of one key, as `groupBy` sends them.
///
/// Hot: a subscriber gets the values from its subscription on. It ends as the source of `groupBy` does. A
/// later subscriber gets that end at once. As `RACGroupedSignal`.
public final class GroupedSignal<Key: Hashable & Sendable, Value: Sendable>: Signal<Value>,
  @unchecked Sendable
{
  /// The key that the values have in common.
  public let key: Key

  @usableFromInline let rows = ValueRows<Value>()

  init(
    key: Key, site: CallSite, add: @escaping @Sendable (GroupedSignal<Key, Value>, Subscriber<Value>) -> Void
  ) {
    self.key = key
    // A signal is attached by itself.
    super.init(site) { group, gate in add(unsafeDowncast(group, to: GroupedSignal<Key, Value>.self), gate) }
  }
}
