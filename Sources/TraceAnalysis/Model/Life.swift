public import TraceFormat

/// One subscription's life, from the records of one trace.
///
/// Times are nanoseconds of `CLOCK_MONOTONIC`. Other lives are named by their ``number``. A trace can hold
/// millions of lives, so what most of them have is stored compactly and the rest apart.
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
  }

  /// The program's number for it. Tools print ``number``.
  public let id: SubscriptionID
  public internal(set) var subscribedAt: UInt64
  public internal(set) var values: UInt64 = 0
  /// When its values came.
  public internal(set) var activity = Activity()
  /// The events that led to the subscription, nearest first; empty for what was subscribed out of the blue.
  public internal(set) var causes: [Cause] = []
  /// Subscriptions made for its sake, in order of birth.
  public internal(set) var upstreams = LifeNumbers()
  /// Equal for subscriptions that draw alike; see ``Shape``.
  public internal(set) var shape = Shape(rawValue: 0)
  /// How it came to be its downstream's.
  public internal(set) var role: Role
  /// The thread that subscribed.
  public internal(set) var thread: ThreadID
  /// The thread of its last event.
  public internal(set) var lastThread: ThreadID

  var entry: SiteEntry
  var firstValue: UInt64 = 0
  var lastValue: UInt64 = 0
  var lateSince: UInt64 = 0
  var end = EndFields()
  var disposalFields = EndFields()
  var releaseTime: UInt64 = 0
  /// None or one.
  var rare: [RareFields] = []
  var numberWord: UInt32 = 0
  var downstreamWord: UInt32 = 0
  var lateBecause: UInt32 = 0
  /// How often the program had gone on to do something else when this was subscribed to. What a loop sets up at
  /// once has one number; what is started again and again has many.
  var epoch: UInt32 = 0
  /// How often something had been sent out of the blue by then.
  var acts: UInt32 = 0
  var flags: Flags = []
  var reason = DisposalReason.unknown

  init(id: SubscriptionID, role: Role, entry: SiteEntry, thread: ThreadID, time: UInt64) {
    self.id = id
    self.role = role
    self.entry = entry
    self.thread = thread
    lastThread = thread
    subscribedAt = time
  }
}

extension Life {
  /// What the tools print as `#7`: 1, 2, 3 … in the order of birth.
  public internal(set) var number: Int {
    get { Int(numberWord) }
    set { numberWord = UInt32(clamping: newValue) }
  }

  /// For whose sake it was made; nil for a root.
  public internal(set) var downstream: Int? {
    get { downstreamWord == 0 ? nil : Int(downstreamWord) }
    set { downstreamWord = UInt32(clamping: newValue ?? 0) }
  }

  /// The call that built the operator, or a root's `subscribe` call.
  public var site: Site { entry.site }

  /// Its label, or the operator's name.
  public var name: String { label ?? site.operatorName }

  /// Alive when the recording began; `subscribedAt` is then when the live table says that it began.
  public var wasAliveBefore: Bool { flags.contains(.aliveBefore) }

  /// The trace holds events of it, but not its beginning: site, role and downstream are not known.
  public var isBeginningMissing: Bool { flags.contains(.beginningMissing) }

  /// Its events came on more than one thread.
  public var usesSeveralThreads: Bool { flags.contains(.severalThreads) }

  /// Whether it has no upstreams that carry data: values begin here instead of being passed on.
  public var isSource: Bool { !flags.contains(.relays) }

  /// An event of this subscription may lie in a range that was lost.
  public var mayHaveLostEvents: Bool { flags.contains(.doubtful) }

  public var firstValueAt: UInt64? { values == 0 ? nil : firstValue }
  public var lastValueAt: UInt64? { values == 0 ? nil : lastValue }

  /// Neither completed, failed nor disposed when the recording ended.
  public var isAlive: Bool { flags.isDisjoint(with: [.completed, .failed, .disposed]) }
}

/// Numbers of lives, in ascending order. Most often there is one.
public struct LifeNumbers: RandomAccessCollection, Hashable, Sendable, ExpressibleByArrayLiteral {
  private var lowest: UInt32 = 0
  private var rest: [UInt32] = []

  public init(arrayLiteral elements: Int...) { self.init(elements) }

  init(_ numbers: some Sequence<Int> = []) {
    for number in numbers { append(number) }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { lowest == 0 ? 0 : rest.count + 1 }
  public subscript(position: Int) -> Int { Int(position == 0 ? lowest : rest[position - 1]) }

  mutating func append(_ number: Int) {
    if lowest == 0 { lowest = UInt32(clamping: number) } else { rest.append(UInt32(clamping: number)) }
  }

  /// Replaces each number and puts them in order.
  mutating func renumber(_ numbered: (Int) -> Int) {
    guard lowest != 0 else { return }
    if rest.isEmpty {
      lowest = UInt32(clamping: numbered(Int(lowest)))
      return
    }
    self = LifeNumbers(map(numbered).sorted())
  }
}
