internal import TraceFormat

/// The fields that few lives have: owner, handle, stop signal, and ``RarestFields``.
@dynamicMemberLookup
struct RareFields: Sendable {
  var ownerWord: UInt64 = 0
  var formerOwnerWord: UInt64 = 0
  var handleReleaseTime: UInt64 = 0
  var removedAt: UInt64 = 0
  var stoppedAt: UInt64 = 0
  var sourceStoppedAt: UInt64 = 0
  var stoppedBy = LifeLink.none
  /// A source of this one was stopped: the subscription that was, and when.
  var stoppedSource = LifeLink.none
  /// How often something had happened out of the blue when the handle was let go: handles that are let go
  /// together have one number.
  var handleReleaseMoment: UInt32 = 0
  var handleReleaseEpochWord: UInt32 = 0
  var handleReleasedOn = ThreadID.outside
  var hasReleasedHandle = false
  var hasHandleReleaseEpoch = false
  /// The handle was let go not at once, but when the program had done other things.
  var handleWasKept = false
  /// Whose value was being delivered as it was begun, for nobody's sake; or whose end.
  var begunWithin = LifeLink.none
  var wasBegunByEnd = false
  /// Whose event in another tree led to its end.
  var answeredBy = LifeLink.none
  /// How often a stop signal has ended a source of it.
  var stops: UInt32 = 0
  /// Which of the trace's call sites gave the handle to the owner; 0 where that is not known.
  var handoverEntry: UInt32 = 0
  /// None or one.
  var rarest: [RarestFields] = []

  var owner: OwnerID? {
    get { OwnerID(ownerWord) }
    set { ownerWord = newValue?.rawValue ?? 0 }
  }

  /// The owner that let go of it without disposing it.
  var formerOwner: OwnerID? {
    get { OwnerID(formerOwnerWord) }
    set { formerOwnerWord = newValue?.rawValue ?? 0 }
  }

  var handleReleasedAt: UInt64? {
    get { hasReleasedHandle ? handleReleaseTime : nil }
    set { (handleReleaseTime, hasReleasedHandle) = (newValue ?? 0, newValue != nil) }
  }

  /// The epoch in which the handle was let go, if the program had only subscribed since: then it put away
  /// something it had just made.
  var handleReleaseEpoch: UInt32? {
    get { hasHandleReleaseEpoch ? handleReleaseEpochWord : nil }
    set { (handleReleaseEpochWord, hasHandleReleaseEpoch) = (newValue ?? 0, newValue != nil) }
  }

  subscript<Field>(dynamicMember field: WritableKeyPath<RarestFields, Field>) -> Field {
    get { rarest.isEmpty ? RarestFields.none[keyPath: field] : rarest[0][keyPath: field] }
    set {
      if rarest.isEmpty { rarest.append(RarestFields.none) }
      rarest[0][keyPath: field] = newValue
    }
  }

  /// Follows lives to their new indices.
  mutating func move(_ newIndex: (LifeIndex) -> LifeIndex?) {
    stoppedBy.move(newIndex)
    stoppedSource.move(newIndex)
    begunWithin.move(newIndex)
    answeredBy.move(newIndex)
    guard !rarest.isEmpty else { return }
    rarest[0].senders.one.move(newIndex)
    rarest[0].senders.other.move(newIndex)
    rarest[0].cycle = rarest[0].cycle.compactMap(newIndex)
    rarest[0].loop.lives = rarest[0].loop.lives.compactMap(newIndex)
  }
}

/// The fields that very few lives have.
struct RarestFields: Sendable {
  static let none = RarestFields()

  var label: String?
  var error: String?
  var droppedValues: UInt64 = 0
  var droppedEndings: UInt64 = 0
  var overflownValues: UInt64 = 0
  /// Works that were scheduled while a thread waited for this one within work of the same scheduler, and its
  /// name.
  var heldUpWorks: UInt64 = 0
  var heldUpScheduler = ""
  var lastDroppedAt: UInt64?
  var droppedDownstream: UInt64 = 0
  /// Values of unknown sender that were dropped at its dead downstream, for which nothing else is known to
  /// send any.
  var perhapsDroppedDownstream: UInt64 = 0
  var overlaps: UInt64 = 0
  var threadOverlaps: UInt64 = 0
  var ownOverlaps: UInt64 = 0
  var senders = Senders()
  /// The newest value of it that had waited: an event; 0 for none.
  var newestWaited: UInt64 = 0
  var reentries: UInt64 = 0
  var reentryRun: UInt64 = 0
  var longestReentryRun: UInt64 = 0
  var valuesAtReentry: UInt64 = 0
  var reentryOrigin: UInt64 = 0
  var reentrySiblings: UInt64 = 0
  var cycle: [LifeIndex] = []
  /// Its values of which each has led to the next.
  var loop = ValueLoop()
  var waits: [Life.Wait] = []
  var valuesAfterEnd: UInt64 = 0
  var lateValues: UInt64 = 0
  var firstLateAt: UInt64 = 0
  var lastLateAt: UInt64 = 0
  /// Upstreams that were begun although a stop signal had come.
  var startsAfterStop: UInt32 = 0
  var removedBy: SiteEntry?
  var connection: UInt64?
  /// Values that came after the end, when the thread had gone on to something else.
  var strays: UInt64 = 0
  var firstStrayAt: UInt64 = 0
  var lastStrayAt: UInt64 = 0
}

/// The two subscriptions within whose deliveries two values were sent at once. None where it is not known, as
/// for a thread that delivers nothing.
struct Senders: Sendable {
  var one = LifeLink.none
  var other = LifeLink.none

  var areKnown: Bool { one != .none && other != .none }

  /// Keeps the pair of which most is known, the first of these.
  mutating func note(_ inside: LifeLink, _ waiting: LifeLink) {
    let noted = Senders(one: inside, other: waiting)
    if noted.knownCount > knownCount { self = noted }
  }

  private var knownCount: Int { (one == .none ? 0 : 1) + (other == .none ? 0 : 1) }
}
