public import TraceFormat

/// One subscription's life, from the records of one trace.
///
/// Times are nanoseconds of `CLOCK_MONOTONIC`. A trace can hold millions of lives, so this is a place in a
/// table of its forest: what is asked for is read from there.
public struct Life: Sendable, Identifiable {
  struct Flags: OptionSet, Sendable {
    let rawValue: UInt16
    static let aliveBefore = Flags(rawValue: 1)
    static let beginningMissing = Flags(rawValue: 2)
    static let severalThreads = Flags(rawValue: 4)
    static let relays = Flags(rawValue: 8)
    static let doubtful = Flags(rawValue: 16)
    static let late = Flags(rawValue: 32)
    static let lateByStopSignal = Flags(rawValue: 64)
    static let lateByGuess = Flags(rawValue: 128)
    static let completed = Flags(rawValue: 256)
    static let failed = Flags(rawValue: 512)
    static let disposed = Flags(rawValue: 1024)
    static let released = Flags(rawValue: 2048)
    static let feeds = Flags(rawValue: 4096)
    static let hasNested = Flags(rawValue: 8192)
    static let sourceStopped = Flags(rawValue: 16384)
    static let again = Flags(rawValue: 32768)

    var isAlive: Bool { isDisjoint(with: [.completed, .failed, .disposed]) }
    var hasEnding: Bool { !isDisjoint(with: [.completed, .failed]) }
  }

  let table: LifeTable
  /// Where it lies in its forest: other lives, and results, name it by this.
  public let index: LifeIndex
}

extension Life {
  /// The program's number for it. Tools print ``number``.
  public var id: SubscriptionID { table.rows.id(of: index) }
  public var subscribedAt: UInt64 { table.rows.subscribedAt(of: index) }
  public var values: UInt64 { table.rows.read(index, .values) { $0.values } }
  /// The program's number of the first watched subscription to the same cold signal. All subscriptions to one
  /// signal have the same number. Its own, where it is the first, or the recording does not say.
  var firstOfSignal: UInt64 {
    let first = table.rows.firstOfSignal(of: index)
    return first == 0 ? id.rawValue : first
  }
  /// When its values came; empty where that was not to be kept.
  package var activity: Activity { table.rows.details(of: index)?.activity ?? Activity() }
  /// The events that led to the subscription, nearest first; empty for what was subscribed out of the blue,
  /// and where they were not to be kept.
  public var causes: [Cause] { table.rows.details(of: index)?.causes ?? [] }
  /// Equal for subscriptions that draw alike; see ``Shape``.
  package var shape: Shape { table.shape(of: index) }
  /// How it came to be its downstream's.
  public var role: Role { table.rows.role(of: index) }
  /// The thread that subscribed.
  public var thread: ThreadID { table.rows.read(index, .thread) { $0.thread } }
  /// The thread of its last event.
  package var lastThread: ThreadID { table.rows.read(index, .lastThread) { $0.lastThread } }

  var entry: SiteEntry { table.sites[entryIndex] }
  /// Which of the trace's call sites it has.
  var entryIndex: Int { table.rows.site(of: index) }
  /// The traits of its call site.
  var traits: SiteTraits { table.traits[entryIndex] }
  var flags: Flags { table.rows.flags(of: index) }
  var reason: DisposalReason { table.rows.read(index, .reason) { $0.reason } }
  var epoch: UInt32 { table.rows.read(index, .epoch) { $0.epoch } }
  var acts: UInt32 { table.rows.read(index, .acts) { $0.acts } }

  /// The number that tools print, as in `#7`: 1, 2, 3 … in the order of birth.
  public var number: Int { index.number }
  /// The same where older lives may be forgotten: its number in the whole recording.
  package var printedNumber: Int { table.rows.ordinal(of: index) }

  /// The call that built the operator, or a root's `subscribe` call.
  public var site: Site { entry.site }

  /// Its label, or the operator's name.
  public var name: String { label ?? site.operatorName }

  /// Alive when the recording began; `subscribedAt` is then when the live table says that it began.
  public var wasAliveBefore: Bool { flags.contains(.aliveBefore) }

  /// The trace holds events of it, but not its beginning: site, role and downstream are not known.
  public var isBeginningMissing: Bool { flags.contains(.beginningMissing) }

  /// Its events came on more than one thread.
  package var usesSeveralThreads: Bool { flags.contains(.severalThreads) }

  /// Whether it has no upstreams that carry data: values begin here instead of being passed on.
  public var isSource: Bool { !flags.contains(.relays) }

  /// An event of this subscription may lie in a range that was lost.
  public var mayHaveLostEvents: Bool { flags.contains(.doubtful) }

  public var firstValueAt: UInt64? { table.rows.firstValueAt(of: index) }
  public var lastValueAt: UInt64? { table.rows.lastValueAt(of: index) }

  /// Neither completed, failed nor disposed when the recording ended.
  public var isAlive: Bool { flags.isAlive }
}
