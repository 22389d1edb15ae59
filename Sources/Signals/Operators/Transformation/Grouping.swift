public import SignalTracing
import Synchronization
public import TraceFormat

/// Makes the groups of `groupBy`. Its subscription to the source lasts as long as the output or a group has a
/// subscriber.
@usableFromInline
class Grouping<Key: Hashable & Sendable, Element: Sendable>: Junction, MembershipOwner, @unchecked Sendable {
  // Threads: the count is atomic. State of a subclass names its owner.

  @usableFromInline typealias Group = GroupedSignal<Key, Element>

  private final let site: CallSite
  /// The number of subscribers of the output and of the groups. The last one to leave disposes the source.
  private final let subscribers = Atomic<Int>(1)

  @usableFromInline
  init(_ site: CallSite, below downstream: Gate) {
    self.site = site
    super.init(below: downstream)
  }

  /// A new group that was not sent yet; nil if the output was disposed, so that no new group can be sent.
  final func makeGroup(of key: Key) -> Group? {
    guard downstream.isOpen else { return nil }
    // Weak: a group may be kept for ever. Its source is kept by the source and by the group's subscribers.
    return Group(key: key, site: site) { [weak self] group, gate in
      if let self { add(gate, to: group) } else { group.rows.add(gate) }
    }
  }

  private final func add(_ gate: Gate, to group: Group) {
    subscribers.add(1, ordering: .relaxed)
    group.rows.add(gate, through: Membership(of: gate, at: group.rows, countedBy: self))
  }

  final func memberLeft(_ rows: SubjectRows) { oneLeft(because: .downstream) }

  @usableFromInline
  override final func dispose(because reason: DisposalReason) { oneLeft(because: reason) }

  private final func oneLeft(because reason: DisposalReason) {
    if subscribers.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      disposeInlets(because: reason)
    }
  }
}
