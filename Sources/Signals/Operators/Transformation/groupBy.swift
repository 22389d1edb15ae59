public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sorts the values by a key. Sends a signal for each new key; that signal sends the values of the key.
  ///
  ///     source   1--2-----3--4--|
  ///     groupBy  a--b-----------|
  ///     a        1--------3-----|     (odd)
  ///     b           2--------4--|     (even)
  ///
  /// A group's first value follows right after the group. A later subscriber of a group misses earlier
  /// values. When the source ends, the groups end the same way, in the order in which they were sent, before
  /// this signal. After this signal is disposed no new groups are sent, but groups that have a subscriber go
  /// on: the source is disposed with the last subscriber. A throw of `key` or `element` is an error of the
  /// groups and of this signal.
  ///
  /// - Parameters:
  ///   - key: the group of a value.
  ///   - element: the element that the group sends for a value.
  ///
  /// As `RACSignal -groupBy:transform:`. The order of the ends, and the effect of a disposal, are as in Rx
  /// `groupBy`.
  @inlinable
  public func groupBy<Key: Hashable & Sendable, Element: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ key: @escaping @Sendable (Value) throws -> Key,
    element: @escaping @Sendable (Value) throws -> Element
  ) -> Signal<GroupedSignal<Key, Element>> {
    let groupSite = CallSite("groupBy", file, line, [.source, .hot])
    return derived(at: CallSite("groupBy", file, line)) { source, downstream in
      source.connect(
        into: GroupBy<Key, Element>(groupSite, below: downstream), role: Role(.shared)
      ) { groupBy, source, value in
        do {
          let key = try key(value)
          groupBy.send(try element(value), to: key)
        } catch {
          source.end(.failed(error))
        }
      }
    }
  }

  /// As `groupBy(_:element:)`; the groups send the values unchanged.
  ///
  ///     source   1--2-----3--4--|
  ///     groupBy  a--b-----------|
  ///     a        1--------3-----|     (odd)
  ///     b           2--------4--|     (even)
  ///
  /// As `RACSignal -groupBy:`.
  @inlinable
  public func groupBy<Key: Hashable & Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ key: @escaping @Sendable (Value) throws -> Key
  ) -> Signal<GroupedSignal<Key, Value>> {
    groupBy(file: file, line: line, key, element: { $0 })
  }
}

@usableFromInline
final class GroupBy<Key: Hashable & Sendable, Element: Sendable>: Grouping<Key, Element>, @unchecked Sendable
{
  // Only the source's thread touches these. Unchecked for the row `groupBy, 10 keys`.
  @exclusivity(unchecked) @usableFromInline var groups: [Key: Group] = [:]
  private var inOrder: [Group] = []

  @usableFromInline
  override init(_ site: CallSite, below downstream: Gate) { super.init(site, below: downstream) }

  @inlinable @inline(__always)
  func send(_ element: Element, to key: Key) {
    guard let group = groups[key] ?? newGroup(of: key) else { return }
    // A group may end during a value, and then have no other owner.
    withExtendedLifetime(group) {
      Unmanaged.passUnretained(group.rows)._withUnsafeGuaranteedRef { rows in
        let entry = rows.owner.enterAgain()
        guard entry == .inside else { return rows.send(element, entry) }
        rows.deliver(element)
        if !rows.owner.leaveAgain() { rows.drain() }
      }
    }
  }

  /// Nil if the output was disposed, so that no new group can be sent.
  @usableFromInline func newGroup(of key: Key) -> Group? {
    guard let group = makeGroup(of: key) else { return nil }
    groups[key] = group
    inOrder.append(group)
    output(of: Group.self).next(group)
    return group
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    let ended = exchange(&inOrder, with: [])
    groups = [:]
    for group in ended { group.rows.end(ending) }
    if downstream.isOpen { downstream.end(ending) }
  }
}
