import SignalTracing
import Synchronization
import TraceFormat

extension Signal {
  /// Sorts the values by a key, in groups that end. A group lasts until the signal that `duration` returns
  /// for it sends a value or completes.
  ///
  ///     source   1--2--3-----5--|
  ///     closing           x
  ///     groupBy  a--b--------c--|
  ///     a        1-----3--|           (odd)
  ///     b           2-----------|     (even)
  ///     c                    5--|     (odd)
  ///
  /// The next value of the same key opens a new group. `duration` is called right after a group was sent,
  /// before the group's first value: a signal that sends at once ends the group without a value. An error of
  /// that signal is an error of the group alone. When the source ends, the groups end the same way, in the
  /// order in which they were sent, before this signal. Groups go on after this signal is disposed, as those
  /// of `groupBy` do. A throw of `key` or `duration` is an error of the groups and of this signal. As RxJS 7
  /// `groupBy(key, { duration })`.
  public func groupBy<Key: Hashable & Sendable, Trigger: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ key: @escaping @Sendable (Value) throws -> Key,
    duration: @escaping @Sendable (GroupedSignal<Key, Value>) throws -> Signal<Trigger>
  ) -> Signal<GroupedSignal<Key, Value>> {
    let groupSite = CallSite("groupBy", file, line, [.source, .hot])
    return derived(at: CallSite("groupBy(duration:)", file, line)) { source, downstream in
      source.connect(
        into: LastingGroups<Key, Value>(groupSite, below: downstream), role: Role(.shared)
      ) { groups, source, value in
        do {
          let key = try key(value)
          if let group = groups.known(key) { return group.rows.next(value) }
          guard let (group, number) = groups.open(key), !groups.isDisposed else { return }
          let end = try ThreadState.onBehalf(of: groups.downstream.trace) { try duration(group) }
          end.connect(into: groups, role: Role(.control, number: number), number: number) { groups, _, _ in
            groups.end(number, .completed)
          }
          group.rows.next(value)
        } catch {
          source.end(.failed(error))
        }
      }
    }
  }
}

private final class LastingGroups<Key: Hashable & Sendable, Value: Sendable>: Grouping<Key, Value>,
  @unchecked Sendable
{
  // Only the source's thread touches these. Hashing a key runs the program's code, so no lock is held
  // meanwhile.
  private var groups: [Key: Group] = [:]
  private var opened: UInt32 = 0

  private struct Lasting {
    var open: [UInt32: Group] = [:]
    /// Groups that have ended and whose keys are still known.
    var ended: [Group] = []
  }
  private let lasting = Mutex(Lasting())

  /// The open group of a key.
  func known(_ key: Key) -> Group? {
    let ended = lasting.withLock { lasting in exchange(&lasting.ended, with: []) }
    for group in ended where groups[group.key] === group { groups[group.key] = nil }
    guard let group = groups[key], !group.rows.isOver else { return nil }
    return group
  }

  /// Opens and sends a group; nil if the output was disposed, so that no new group can be sent.
  func open(_ key: Key) -> (Group, UInt32)? {
    guard let group = makeGroup(of: key) else { return nil }
    opened &+= 1
    let number = opened
    groups[key] = group
    lasting.withLock { $0.open[number] = group }
    output(of: Group.self).next(group)
    return (group, number)
  }

  /// Ends a group. Any thread.
  func end(_ number: UInt32, _ ending: Ending) {
    let group = lasting.withLock { lasting in
      let group = lasting.open.removeValue(forKey: number)
      if let group { lasting.ended.append(group) }
      return group
    }
    dispose(source: number, because: .trigger)
    group?.rows.end(ending)
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    guard number == 0 else { return end(number, ending) }
    let open = lasting.withLock { lasting in exchange(&lasting, with: Lasting()).open }
    groups = [:]
    for (_, group) in open.sorted(by: { $0.key < $1.key }) { group.rows.end(ending) }
    if downstream.isOpen { downstream.end(ending) }
  }
}
