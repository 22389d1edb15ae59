public import TraceFormat

/// One subscription's life, from the records of one trace.
public struct Life: Sendable, Identifiable {
  /// How the signal ended by itself.
  public struct Ending: Sendable, Hashable {
    public var kind: EventKind
    public var time: UInt64
    /// The error's description, where there is one.
    public var description: String?
  }

  /// How and when it was disposed.
  public struct Disposal: Sendable, Hashable {
    public var reason: DisposalReason
    public var time: UInt64
    public var thread: ThreadID
    public var cause: EventID?
  }

  public let id: SubscriptionID
  /// What the tools print as `#7`: 1, 2, 3 … in the order of birth.
  public var number: Int
  public var downstream: SubscriptionID?
  public var role: Role
  public var site: Site
  public var label: String?
  public var owner: OwnerID?
  public var thread: ThreadID
  /// Nanoseconds of `CLOCK_MONOTONIC`.
  public var subscribedAt: UInt64
  /// Alive when the recording began; `subscribedAt` is then when the live table says that it began.
  public var wasAliveBefore = false

  public var values: UInt64 = 0
  public var firstValueAt: UInt64?
  public var lastValueAt: UInt64?
  /// Values that came after its end and were not delivered.
  public var droppedValues: UInt64 = 0
  /// Values sent while its downstream was already disposed or ended, or after a stop signal above it.
  public var lateValues: UInt64 = 0
  public var overlaps: UInt64 = 0

  public var ending: Ending?
  public var disposal: Disposal?
  public var handleReleasedAt: UInt64?
  public var releasedAt: UInt64?

  /// Subscriptions made for its sake, in order of birth.
  public var upstreams: [SubscriptionID] = []
  /// An event of this subscription may lie in a range that was lost.
  public var mayHaveLostEvents = false

  public var isAlive: Bool { ending == nil && disposal == nil }
}
