public import TraceFormat

extension Life {
  /// Given with `named(_:)`.
  public var label: String? { field(nil) { $0.label } }
  /// The bag, lifetime or composite that holds its handle.
  public var owner: OwnerID? { field(nil) { $0.owner } }
  /// The program's call that gave its handle to the owner, where that is known: `disposed(by:)`.
  var handover: Site? {
    let entry = field(0) { $0.owner == nil ? 0 : $0.handoverEntry }
    return entry == 0 ? nil : table.sites[Int(entry)].site
  }

  /// Values that came after its end and were not delivered.
  public var droppedValues: UInt64 { field(0) { $0.droppedValues } }
  /// Terminal events that came after its end and were not delivered.
  package var droppedEndings: UInt64 { field(0) { $0.droppedEndings } }
  /// Values that came before its end and found no room in what it may hold.
  package var overflownValues: UInt64 { field(0) { $0.overflownValues } }
  /// Works that could not begin while a thread waited for this one: how many, and of which scheduler.
  package var heldUpWorks: UInt64 { field(0) { $0.heldUpWorks } }
  package var heldUpScheduler: String { field("") { $0.heldUpScheduler } }
  package var lastDroppedAt: UInt64? { field(nil) { $0.lastDroppedAt } }
  /// Values of this subscription that were seen to be dropped at its dead downstream.
  package var droppedDownstream: UInt64 { field(0) { $0.droppedDownstream } }
  /// Events that had to wait, because another was being delivered.
  public var overlaps: UInt64 { field(0) { $0.overlaps } }
  /// Events that had to wait for another thread.
  package var threadOverlaps: UInt64 { field(0) { $0.threadOverlaps } }
  /// Events that had to wait for another value of the same subscription.
  package var ownOverlaps: UInt64 { field(0) { $0.ownOverlaps } }
  /// Within whose deliveries two of its values were sent at once, as far as is known.
  package var senders: [LifeIndex] {
    field([]) { [$0.senders.one, $0.senders.other].compactMap(\.index) }
  }
  /// Values that its own subscriber sent, while it was receiving one.
  package var reentries: UInt64 { field(0) { $0.reentries } }
  /// How many of them came one after the other, at most, without a value from outside between them.
  package var longestReentryRun: UInt64 { field(0) { $0.longestReentryRun } }
  /// How many of them were not the first that one value brought.
  package var reentrySiblings: UInt64 { field(0) { $0.reentrySiblings } }
  /// The lives that led from one of its values to the first of these, in the order of their events; empty
  /// where the way is too long or was not recorded.
  package var cycle: [LifeIndex] { field([]) { $0.cycle } }
  /// Its values of which each has led to the next, without a clock on the way.
  var loop: ValueLoop { field(ValueLoop()) { $0.loop } }
  /// Values of it that were recorded after its own end: a breach of the grammar.
  public var valuesAfterEnd: UInt64 { field(0) { $0.valuesAfterEnd } }

  /// When the caller let go of its handle while it lived.
  public var handleReleasedAt: UInt64? { field(nil) { $0.handleReleasedAt } }

  /// Set when a control signal stopped it (`take(until:)` for one), or stopped what it completed with: that
  /// signal's subscription.
  public var stoppedBy: LifeIndex? { table.rows.stop(of: index)?.by }
  /// When that signal fired.
  public var stoppedAt: UInt64? { table.rows.stop(of: index)?.at }

  /// Of a root that was begun while a value was being delivered: the subscription that received it.
  package var begunWithin: LifeIndex? {
    field(LifeLink.none) { $0.wasBegunByEnd ? LifeLink.none : $0.begunWithin }.index
  }

  /// Of a root that was begun while an end was being told: the subscription that was told.
  var begunByEndOf: LifeIndex? {
    field(LifeLink.none) { $0.wasBegunByEnd ? $0.begunWithin : LifeLink.none }.index
  }

  /// Of a root or an inner signal that ended by itself because of an event of another tree: the innermost
  /// subscription on the way of that event.
  var answeredBy: LifeIndex? { field(LifeLink.none) { $0.answeredBy }.index }

  /// The source of this subscription that a stop signal ended, or that ended its own source early, and when.
  var stoppedSource: (life: LifeIndex, time: UInt64)? { table.rows.stoppedSource(of: index) }

  /// The multicast connection that it joined.
  public var connection: UInt64? { field(nil) { $0.connection } }

  /// Taken out of this owner without being disposed, and in none since.
  var removal: (owner: OwnerID, time: UInt64, site: Site?)? {
    guard owner == nil, let rare = rare.first, let former = rare.formerOwner else { return nil }
    return (former, rare.removedAt, rare.removedBy?.site)
  }

  /// Its values went into its downstream, although that was only guessed from the thread.
  var feedsDownstream: Bool { flags.contains(.feeds) }

  /// None or one.
  var rare: Rare { Rare(life: self) }

  struct Rare {
    fileprivate let life: Life
    var isEmpty: Bool { !life.table.rows.hasRare(life.index) }
    var first: RareFields? { life.table.rows.rare(of: life.index) }
  }

  /// One of the rare fields, or what a life without them has.
  @inline(__always)
  func field<Field>(_ none: Field, _ field: (RareFields) -> Field) -> Field {
    table.rows.rare(of: index, field) ?? none
  }
}
