public import TraceFormat

/// All subscriptions of one trace, and for whose sake each was made.
///
/// Readers name a life by its number, from 1 in the order of birth; ``subscript(_:)-(Int)`` finds it.
/// However damaged the trace was, following ``Life/downstream`` ends at a root.
public struct Forest: Sendable {
  /// A mark that the program or `rxtrace mark` wrote.
  public struct Mark: Sendable, Hashable {
    public let time: UInt64
    public let text: String
  }

  /// In order of birth.
  public var lives: Lives { Lives(table: table) }
  var table = LifeTable()
  /// When the recording began and ended, in nanoseconds of `CLOCK_MONOTONIC`.
  public internal(set) var began: UInt64 = 0
  public internal(set) var ended: UInt64 = 0
  /// The number of events of signals: `subscribed`, `next`, `error`, `completed`, `disposed`.
  public var events: UInt64 {
    totals.subscribed + totals.next + totals.error + totals.completed + totals.disposed
  }
  /// Records of every kind that were read, and records that the recorder says it lost.
  package internal(set) var records: UInt64 = 0
  public internal(set) var lost: UInt64 = 0
  /// Whether an unknown number more may have been lost.
  package internal(set) var lostMayBeMore = false
  /// In which times records were lost: ascending, apart from each other.
  package internal(set) var lostRanges: [ClosedRange<UInt64>] = []
  public internal(set) var marks: [Mark] = []
  /// Bags, lifetimes and composites, in the order of their first event.
  public internal(set) var owners = Owners()
  /// Multicast connections, in the order of their first event.
  package internal(set) var connections: [Connection] = []
  package internal(set) var totals = Totals()
  /// The values that came to subjects and relays without subscribers, by the program's number of the subject.
  var unheard: [UInt64: Unheard] = [:]
  /// Subjects and subscriptions to which nobody can send any more, by the program's numbers of these.
  var abandoned: [UInt64: Abandoned] = [:]
  /// The calls that ended subjects, by the program's number of the subject.
  var endCalls: [UInt64: Site] = [:]
  /// Values were counted at most: when they came is not known.
  package internal(set) var lacksValues = false
  /// Whether it is known how many values there were: nobody recorded or counted them where only lives were
  /// asked for.
  package var knowsValues: Bool { !lacksValues || totals.next > 0 }
  /// Whether the trace holds only the subscriptions that were alive at one moment.
  package internal(set) var isSnapshot = false
  /// The program's own end is recorded: whatever it was doing then, it had done.
  package var endsOrderly = false
  /// It was cut where the program, whose own end is recorded, begins to come to it: see ``beforeItsEnd()``.
  var isCutAtOrderlyEnd = false
  /// How many other threads were still there when the recording ended: what they did afterwards is not in it.
  package internal(set) var threadsAtEnd = 0

  /// When each thread last did something that is no part of ending something.
  var calm: [ThreadID: UInt64] = [:]
  /// The same, without what ended something.
  var acts: [ThreadID: UInt64] = [:]
  /// The threads that the recording leaves within a scheduler's work, and when each began it.
  var works: [ThreadID: UInt64] = [:]
  /// How often something was sent out of the blue.
  var actCount: UInt32 = 0
  /// When something last happened that nothing recorded led to.
  var lastFresh: UInt64 = 0
  /// When anything last happened.
  var lastRecordAt: UInt64 = 0
  /// Where the life of each subscription of the program lies.
  var lifeIndices = IdentifierTable()
  /// Totals of ended lives that are no longer among ``lives``.
  var folded = FoldedLives()
  /// The number of subscriptions, with the forgotten ones.
  package var subscriptionCount: Int { lives.count - folded.standIns + folded.count }
  var ownerIndices = IdentifierTable()
  /// The call sites that were met, the unknown one included.
  package var sites: [Site] { table.sites.map(\.site) }
  /// How many call sites there are, the unknown one included.
  var siteCount: Int { table.sites.count }
  /// The living subscriptions, in the order of birth.
  var living: ChosenLives { ChosenLives(table: table, indices: table.living) }
  /// All lives, downstreams before their upstreams.
  var topDown: LifeIndices { table.topDown }

  /// A busy machine takes no longer from the last record to the seal: 17 to 30 ms were seen.
  private static let longestSeal: UInt64 = 50_000_000
  /// The last that is known of the program: its last record, where its own end is recorded and came soon
  /// after.
  var lastSeen: UInt64 {
    let last = min(ended, lastRecordAt)
    return endsOrderly && ended - last <= Self.longestSeal ? last : ended
  }

  /// How long the program was at it, from its first subscription on: a busy machine takes long to load a
  /// program.
  var timeAtWork: UInt64 {
    let first = max(began, lives.first?.subscribedAt ?? began)
    return lastSeen - min(lastSeen, first)
  }

  init() {}

  /// The life with this number; nil where there is none.
  public subscript(number: Int) -> Life? {
    index(ofNumber: number).map { lives[$0] }
  }

  /// Where the life with this number lies; nil where there is none.
  private func index(ofNumber number: Int) -> LifeIndex? {
    let index = LifeIndex(number: number)
    return lives.indices.contains(index) ? index : nil
  }

  /// The number that the tools print for the life with this number, as in `#7`. It differs once older lives
  /// are forgotten.
  package func printed(_ number: Int) -> Int {
    index(ofNumber: number).map { table.rows.ordinal(of: $0) } ?? number
  }

  /// The life of a subscription of the traced program.
  public subscript(id: SubscriptionID) -> Life? {
    lifeIndices[id.rawValue].map { lives[LifeIndex($0)] }
  }

  public subscript(owner id: OwnerID) -> Owner? { ownerIndices[id.rawValue].map { owners[$0] } }

  /// Subscriptions that were made for nobody's sake, in order of birth.
  public var roots: [Life] { lives.filter(\.isRoot) }

  /// The lives made for `life`'s sake, in order of birth.
  public func upstreams(of life: Life) -> [Life] { Array(life.upstreams) }

  /// From `number` down to its root, both included; empty for an unknown number.
  public func pathToRoot(from number: Int) -> [Life] { self[number]?.pathToRoot ?? [] }

  /// The root of the tree that the life with this number belongs to.
  public func root(of number: Int) -> Life? { self[number]?.root }

  /// How long `life` lasted, up to the end of the recording if it was alive then.
  public func duration(of life: Life) -> UInt64 {
    let end = life.endedAt ?? ended
    return end > life.subscribedAt ? end - life.subscribedAt : 0
  }
}

/// How many records of each kind a trace holds.
package struct Totals: Sendable, Hashable {
  package internal(set) var subscribed: UInt64 = 0
  package internal(set) var next: UInt64 = 0
  package internal(set) var error: UInt64 = 0
  package internal(set) var completed: UInt64 = 0
  package internal(set) var disposed: UInt64 = 0
  package internal(set) var released: UInt64 = 0
  package internal(set) var handleReleased: UInt64 = 0
  package internal(set) var dropped: UInt64 = 0
  package internal(set) var overlaps: UInt64 = 0
  /// Subscriptions that were alive before the recording began.
  package internal(set) var aliveBefore: UInt64 = 0
  /// Records that contradict others: a second birth of the same subscription, a second end.
  package internal(set) var contradictions: UInt64 = 0
}

/// A multicast connection.
package struct Connection: Sendable, Identifiable {
  package let id: UInt64
  /// The subscription to the source, shared by the connection's subscribers.
  package internal(set) var source: LifeIndex?
  /// How many subscribers it had when it last connected or disconnected.
  package internal(set) var subscribers: UInt64 = 0
  package internal(set) var connectedAt: UInt64?
  /// The program's call that connected it, where there was one and the recording tells of it.
  package internal(set) var calledAt: Site?
  package internal(set) var disconnectedAt: UInt64?
  /// The subscriptions that joined it, in order of birth.
  package internal(set) var members: [LifeIndex] = []

  package var isConnected: Bool {
    guard let connectedAt else { return false }
    return disconnectedAt.map { $0 < connectedAt } ?? true
  }
}
