public import TraceFormat

/// What few lives have.
struct RareFields: Sendable {
  var label: String?
  var owner: OwnerID?
  var error: String?
  var handleReleasedAt: UInt64?
  var droppedValues: UInt64 = 0
  var droppedEndings: UInt64 = 0
  var lastDroppedAt: UInt64?
  var droppedDownstream: UInt64 = 0
  var overlaps: UInt64 = 0
  var threadOverlaps: UInt64 = 0
  var reentries: UInt64 = 0
  var reentryRun: UInt64 = 0
  var longestReentryRun: UInt64 = 0
  var valuesAtReentry: UInt64 = 0
  var reentryOrigin: UInt64 = 0
  var reentrySiblings: UInt64 = 0
  var cycle: [Int] = []
  var waits: [Life.Wait] = []
  var valuesAfterEnd: UInt64 = 0
  var lateValues: UInt64 = 0
  var firstLateAt: UInt64 = 0
  var lastLateAt: UInt64 = 0
  var stoppedBy: UInt32 = 0
  var stoppedAt: UInt64 = 0
  /// A source of this one was stopped: the subscription that was, and when.
  var stoppedSource: UInt32 = 0
  var sourceStoppedAt: UInt64 = 0
  /// Upstreams that were begun although a stop signal had come.
  var startsAfterStop: UInt32 = 0
  /// How often a stop signal has ended a source of it.
  var stops: UInt32 = 0
  /// The owner that let go of it without disposing it.
  var formerOwner: OwnerID?
  var removedAt: UInt64 = 0
  var removedBy: SiteEntry?
  var connection: UInt64?
  /// The handle was let go not at once, but when the program had done other things.
  var handleWasKept = false
  /// How often something had happened out of the blue by then: handles that are let go together have one number.
  var handleReleaseMoment: UInt32 = 0
  /// What the program was about then, if it had done nothing since it had last subscribed: it was putting away what it had
  /// just made.
  var handleReleaseEpoch: UInt32?
  /// Values that came after the end, when the thread had gone on to something else.
  var strays: UInt64 = 0
  var firstStrayAt: UInt64 = 0
  var lastStrayAt: UInt64 = 0
}

extension Life {
  /// Given with `named(_:)`.
  public var label: String? { rare.first?.label }
  /// The bag, lifetime or composite that holds its handle.
  public var owner: OwnerID? { rare.first?.owner }

  /// Values that came after its end and were not delivered.
  public var droppedValues: UInt64 { rare.first?.droppedValues ?? 0 }
  /// Terminal events that came after its end and were not delivered.
  public var droppedEndings: UInt64 { rare.first?.droppedEndings ?? 0 }
  public var lastDroppedAt: UInt64? { rare.first?.lastDroppedAt }
  /// Values of this subscription that were seen to be dropped at its dead downstream.
  public var droppedDownstream: UInt64 { rare.first?.droppedDownstream ?? 0 }
  /// Events that had to wait, because another was being delivered.
  public var overlaps: UInt64 { rare.first?.overlaps ?? 0 }
  /// Those of them that waited for another thread.
  public var threadOverlaps: UInt64 { rare.first?.threadOverlaps ?? 0 }
  /// Values that its own subscriber sent, while it was receiving one.
  public var reentries: UInt64 { rare.first?.reentries ?? 0 }
  /// How many of them came one after the other, at most, without a value from outside between them.
  public var longestReentryRun: UInt64 { rare.first?.longestReentryRun ?? 0 }
  /// How many of them were not the first that one value brought.
  public var reentrySiblings: UInt64 { rare.first?.reentrySiblings ?? 0 }
  /// The lives that led from one of its values to the first of these, in the order of their events; empty where
  /// the way is too long or was not recorded.
  public var cycle: [Int] { rare.first?.cycle ?? [] }
  /// Values of it that were recorded after its own end: a breach of the grammar.
  public var valuesAfterEnd: UInt64 { rare.first?.valuesAfterEnd ?? 0 }

  /// When the caller let go of its handle while it lived.
  public var handleReleasedAt: UInt64? { rare.first?.handleReleasedAt }

  /// Set when a control signal stopped it (`take(until:)` for one), or stopped what it completed with: that
  /// signal's subscription.
  public var stoppedBy: Int? {
    guard let number = rare.first?.stoppedBy, number != 0 else { return nil }
    return Int(number)
  }
  /// When that signal fired.
  public var stoppedAt: UInt64? { stoppedBy == nil ? nil : rare.first?.stoppedAt }

  /// The source of this subscription that a stop signal ended, or that ended its own source early, and when.
  var stoppedSource: (life: Int, time: UInt64)? {
    guard flags.contains(.sourceStopped), let rare = rare.first else { return nil }
    return (Int(rare.stoppedSource), rare.sourceStoppedAt)
  }

  /// The multicast connection that it joined.
  public var connection: UInt64? { rare.first?.connection }

  /// Taken out of this owner without being disposed, and in none since.
  var removal: (owner: OwnerID, time: UInt64, site: Site?)? {
    guard owner == nil, let rare = rare.first, let former = rare.formerOwner else { return nil }
    return (former, rare.removedAt, rare.removedBy?.site)
  }

  /// Its values went into its downstream, although that was only guessed from the thread.
  var feedsDownstream: Bool { flags.contains(.feeds) }

  mutating func changeRare(_ change: (inout RareFields) -> Void) {
    if rare.isEmpty { rare.append(RareFields()) }
    change(&rare[0])
  }
}
