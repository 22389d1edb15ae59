public import TraceFormat

extension Life {
  /// How the signal ended by itself.
  public struct Ending: Sendable, Hashable {
    /// `.completed` or `.error`.
    public let kind: EventKind
    public let time: UInt64
    public let thread: ThreadID
    /// Nil where causes were not to be kept.
    public let event: EventID?
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
    /// Nil where causes were not to be kept.
    public let event: EventID?
    /// The event that led to it, where it is known.
    public let cause: Cause?
  }

  public var ending: Ending? {
    guard hasEnding else { return nil }
    let (end, fields) = (end, table.rows.details(of: index)?.end)
    return Ending(
      kind: hasFailed ? .error : .completed, time: end.time, thread: end.thread, event: fields?.event,
      cause: fields?.cause, description: field(nil) { $0.error })
  }

  public var disposal: Disposal? {
    guard isDisposed else { return nil }
    let (end, fields) = (disposalFields, table.rows.details(of: index)?.disposal)
    return Disposal(
      reason: reason, time: end.time, thread: end.thread, event: fields?.event, cause: fields?.cause)
  }

  /// When its memory went.
  public var releasedAt: UInt64? { table.rows.releasedAt(of: index) }

  /// When it completed, failed or was disposed, whichever came first; nil while it lives.
  public var endedAt: UInt64? { table.rows.endedAt(of: index) }

  var end: EndFields { table.rows.end(of: index) }
  var disposalFields: EndFields { table.rows.disposal(of: index) }
  var hasEnding: Bool { flags.hasEnding }
  var hasFailed: Bool { flags.contains(.failed) }
  var isDisposed: Bool { flags.contains(.disposed) }
}
