/// The judgement on one subscription at the end of the recording.
public enum Verdict: Sendable, Hashable {
  /// Completed, failed or disposed, in time.
  case finished
  /// Should have ended, and did not, or too late. `leak` is the index of its group in ``Verdicts/leaks``.
  case leaked(Confidence, leak: Int)
  /// Alive, but nothing that should end it has happened.
  case open(Reason)
  /// Alive from (almost) the start to the end, the only one of its kind.
  case longLived
  /// Listed, never counted as a leak.
  case unknown(Doubt)

  /// The index of the leak that it belongs to, whether it is alive or has ended since. All drawings, counts
  /// and filters ask here.
  public var leak: Int? {
    if case .leaked(_, let leak) = self { leak } else { nil }
  }

  /// Whether it belongs to a leak.
  public var isLeak: Bool { leak != nil }

  public enum Reason: Sendable, Hashable {
    /// No end is due yet.
    case running
    /// The event that should end it came near the end of the recording: its effect may be on its way.
    case settling
    /// A connection that by contract outlives its subscribers.
    case idleShare
    /// A leak of less confidence than was asked for.
    case suspected
  }

  public enum Doubt: Sendable, Hashable {
    /// Records were lost while it was alive: its end may be among them.
    case eventsLost
    /// It was alive before the recording began.
    case aliveBefore
    /// Its beginning is not in the trace.
    case beginningMissing
    /// The trace is a snapshot. It shows the living subscriptions, and nothing of the time before.
    case snapshot
  }
}

/// How sure a verdict is.
public enum Confidence: Int, Comparable, Sendable, CaseIterable {
  /// Something is unusual, but nothing proves that an end was due.
  case possible = 1
  /// A signal that should have ended it is on record.
  case likely = 2
  /// Its downstream was gone, and it went on.
  case certain = 3

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The word on the command line.
  public var name: String {
    switch self {
    case .possible: "possible"
    case .likely: "likely"
    case .certain: "certain"
    }
  }
}
