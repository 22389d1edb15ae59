public import TraceFormat

/// One subscription's life, from the records of one trace.
///
/// Times are nanoseconds of `CLOCK_MONOTONIC`. Other lives are named by their ``number``.
public struct Life: Sendable, Identifiable {
  /// How the signal ended by itself.
  public struct Ending: Sendable, Hashable {
    /// `.completed` or `.error`.
    public var kind: EventKind
    public var time: UInt64
    public var thread: ThreadID
    public var event: EventID
    /// The event that led to it, where it is known.
    public var cause: Cause?
    /// The error's description, where there is one.
    public var description: String?
  }

  /// How and when it was disposed.
  public struct Disposal: Sendable, Hashable {
    public var reason: DisposalReason
    public var time: UInt64
    public var thread: ThreadID
    public var event: EventID
    /// The event that led to it, where it is known.
    public var cause: Cause?
  }

  /// Since when whatever it sends is work done for nothing.
  public struct Lateness: Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
      /// A subscription downstream of it was disposed or ended.
      case downstreamGone
      /// A control signal stopped the source that it was made from.
      case stopSignal
    }
    public var reason: Reason
    public var since: UInt64
    /// The subscription that was gone, or the control signal that fired.
    public var because: Int
    /// A `nested` edge lies between: the downstream was guessed from the thread.
    public var isGuessed: Bool
    public var firstValueAt: UInt64?
    public var lastValueAt: UInt64?
  }

  /// The program's number for it. Tools print ``number``.
  public let id: SubscriptionID
  /// What the tools print as `#7`: 1, 2, 3 … in the order of birth.
  public internal(set) var number: Int
  /// For whose sake it was made; nil for a root.
  public internal(set) var downstream: Int?
  /// How it came to be its downstream's.
  public internal(set) var role: Role
  /// The call that built the operator, or a root's `subscribe` call.
  public internal(set) var site: Site
  /// Given with `named(_:)`.
  public internal(set) var label: String?
  /// The bag, lifetime or composite that holds its handle.
  public internal(set) var owner: OwnerID?
  /// The thread that subscribed.
  public internal(set) var thread: ThreadID
  public internal(set) var subscribedAt: UInt64
  /// Alive when the recording began; `subscribedAt` is then when the live table says that it began.
  public internal(set) var wasAliveBefore = false
  /// The trace holds events of it, but not its beginning: site, role and downstream are not known.
  public internal(set) var isBeginningMissing = false
  /// The events that led to the subscription, nearest first; empty for what was subscribed out of the blue.
  public internal(set) var causes: [Cause] = []

  public internal(set) var values: UInt64 = 0
  public internal(set) var firstValueAt: UInt64?
  public internal(set) var lastValueAt: UInt64?
  /// When its values came.
  public internal(set) var activity = Activity()
  /// The thread of its last event.
  public internal(set) var lastThread: ThreadID
  /// Its events came on more than one thread.
  public internal(set) var usesSeveralThreads = false
  /// Values that came after its end and were not delivered.
  public internal(set) var droppedValues: UInt64 = 0
  /// Terminal events that came after its end and were not delivered.
  public internal(set) var droppedEndings: UInt64 = 0
  public internal(set) var lastDroppedAt: UInt64?
  /// Values of this subscription that were seen to be dropped at its dead downstream.
  public internal(set) var droppedDownstream: UInt64 = 0
  /// Events that had to wait, because another was being delivered.
  public internal(set) var overlaps: UInt64 = 0

  /// Set once something downstream of it was gone, or a stop signal above it had fired, while it lived.
  public internal(set) var lateness: Lateness?
  /// Values sent since ``lateness`` began. Relays count their own: the work done for nothing is the sum
  /// over lives that are a source (``isSource``).
  public internal(set) var lateValues: UInt64 = 0
  /// Values of it that were recorded after its own end: a breach of the grammar.
  public internal(set) var valuesAfterEnd: UInt64 = 0

  public internal(set) var ending: Ending?
  public internal(set) var disposal: Disposal?
  public internal(set) var handleReleasedAt: UInt64?
  public internal(set) var releasedAt: UInt64?

  /// Set when a control signal stopped it, `take(until:)` for one: that signal's subscription.
  public internal(set) var stoppedBy: Int?
  /// When that signal fired.
  public internal(set) var stoppedAt: UInt64?

  /// Subscriptions made for its sake, in order of birth.
  public internal(set) var upstreams: [Int] = []
  /// Whether it has upstreams that carry data. Without, values begin here instead of being passed on.
  public internal(set) var isSource = true
  /// An event of this subscription may lie in a range that was lost.
  public internal(set) var mayHaveLostEvents = false
  /// Equal for subscriptions that draw alike; see ``Shape``.
  public internal(set) var shape = Shape(rawValue: 0)

  init(id: SubscriptionID, role: Role, site: Site, thread: ThreadID, time: UInt64) {
    self.id = id
    number = 0
    self.role = role
    self.site = site
    self.thread = thread
    lastThread = thread
    subscribedAt = time
  }

  /// Neither completed, failed nor disposed when the recording ended.
  public var isAlive: Bool { ending == nil && disposal == nil }

  /// When it completed, failed or was disposed, whichever came first; nil while it lives.
  public var endedAt: UInt64? {
    switch (ending?.time, disposal?.time) {
    case (let ending?, let disposal?): min(ending, disposal)
    case (let ending, let disposal): ending ?? disposal
    }
  }

  /// Its label, or the operator's name.
  public var name: String { label ?? site.operatorName }
}
