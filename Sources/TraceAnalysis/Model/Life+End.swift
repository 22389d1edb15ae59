public import TraceFormat

extension Life {
  /// How the signal ended by itself.
  public struct Ending: Sendable, Hashable {
    /// `.completed` or `.error`.
    public let kind: EventKind
    public let time: UInt64
    public let thread: ThreadID
    public let event: EventID
    /// The event that led to it, where it is known.
    public let cause: Cause?
    /// The error's description, where there is one.
    public let description: String?
  }

  /// How and when it was disposed.
  public struct Disposal: Sendable, Hashable {
    public let reason: DisposalReason
    public let time: UInt64
    public let thread: ThreadID
    public let event: EventID
    /// The event that led to it, where it is known.
    public let cause: Cause?
  }

  public var ending: Ending? {
    guard hasEnding, let event = EventID(end.event) else { return nil }
    return Ending(
      kind: hasFailed ? .error : .completed, time: end.time, thread: end.thread, event: event,
      cause: end.cause, description: rare.first?.error)
  }

  public var disposal: Disposal? {
    guard isDisposed, let event = EventID(disposalFields.event) else { return nil }
    return Disposal(
      reason: reason, time: disposalFields.time, thread: disposalFields.thread, event: event,
      cause: disposalFields.cause)
  }

  /// When its memory went.
  public var releasedAt: UInt64? { flags.contains(.released) ? releaseTime : nil }

  /// When it completed, failed or was disposed, whichever came first; nil while it lives.
  public var endedAt: UInt64? {
    switch (hasEnding, isDisposed) {
    case (true, true): min(end.time, disposalFields.time)
    case (true, false): end.time
    case (false, true): disposalFields.time
    case (false, false): nil
    }
  }

  var hasEnding: Bool { !flags.isDisjoint(with: [.completed, .failed]) }
  var hasFailed: Bool { flags.contains(.failed) }
  var isDisposed: Bool { flags.contains(.disposed) }
}

/// What an ending and a disposal have in common.
struct EndFields: Sendable {
  var time: UInt64 = 0
  var event: UInt64 = 0
  private var causeEvent: UInt64 = 0
  private var causeTime: UInt64 = 0
  private var causeLife: UInt32 = 0
  var thread = ThreadID(rawValue: 0)
  private var causeKind = Cause.Kind.next

  init() {}

  /// `known` is what is known of the event `cause`.
  init(_ event: EventID, _ time: UInt64, _ thread: ThreadID, cause: EventID?, _ known: Cause?) {
    self.event = event.rawValue
    self.time = time
    self.thread = thread
    causeEvent = cause?.rawValue ?? 0
    guard let known else { return }
    causeLife = UInt32(clamping: known.life)
    causeTime = known.time
    causeKind = known.kind
  }

  var cause: Cause? {
    guard causeLife > 0, let event = EventID(causeEvent) else { return nil }
    return Cause(event: event, kind: causeKind, life: Int(causeLife), time: causeTime)
  }

  /// Whether both happened in the same delivery.
  func isTogether(with other: EndFields) -> Bool {
    thread == other.thread && causeEvent == other.causeEvent
  }

  var hasCause: Bool { causeEvent != 0 }

  mutating func renumber(_ numbered: (Int) -> Int) {
    if causeLife > 0 { causeLife = UInt32(clamping: numbered(Int(causeLife))) }
  }
}
