public import TraceFormat

/// Subscriptions that leaked for the same reason at the same place.
public struct Leak: Sendable {
  /// What went wrong, in the rules' terms.
  public enum Reason: Sendable, Hashable {
    /// A subscriber was disposed or ended; its upstream was not disposed.
    case disposalNotPassedOn
    /// A flattening operator's source was stopped by its control signal; an inner signal runs on.
    case innerOutlivedStopSignal
    /// The bag, lifetime or composite that held its handle was disposed; it runs on.
    case ownerDisposed
    /// This place starts subscriptions again and again, and none has ever ended.
    case growth
  }

  /// What would repair it, as far as the trace tells.
  public enum Hint: Sendable, Hashable {
    /// In `create { … }` at `site`, return the disposable of the inner subscription (or add it to the bag).
    case returnInnerDisposable(site: Site)
    /// The operator at `stop` is upstream of the one at `flattening`: move it below.
    case moveStopBelow(stop: Site, flattening: Site)
    /// The closure at `site` subscribes and drops the handle: return the signal or keep the handle.
    case keepInnerHandle(site: Site)
    /// The operator at `site` must dispose its upstream when it is disposed or ends.
    case disposeUpstream(site: Site)
    /// The owner must dispose what it holds, the subscription made at `site` for one.
    case disposeWithOwner(site: Site)
    /// Nothing ends what is subscribed at `site`: keep its handle in a bag, or give it a `take(until:)`.
    case giveItAnEnd(site: Site)
  }

  /// One subscription on the way from the root to what keeps the path alive.
  public struct Step: Sendable, Hashable {
    /// Why this subscription stands as it does. Numbers are those of other lives.
    public enum Standing: Sendable, Hashable {
      case disposed(DisposalReason, owner: OwnerID?)
      /// Disposed because the step before it was.
      case disposedBecause(Int)
      case ended(EventKind)
      /// Alive, never disposed, never ended: a root.
      case neverEnded
      /// Alive because its upstream has not ended.
      case waitingFor(Int)
      /// Alive because so many of its inner signals are.
      case waitingForInner(alive: Int, of: Int)
      /// Alive, and itself a source: it keeps the path alive.
      case keeper
    }
    public let life: Int
    public let standing: Standing
  }

  /// What ended at the flattening operator, while an inner signal ran on.
  public struct StopSignal: Sendable, Hashable {
    /// The subscription that was stopped (the `take(until:)`), the control signal and when it fired.
    public let stopped: Int
    public let control: Int
    public let time: UInt64
    /// The flattening operator, its inner signals that have ended (the first few) and how many have.
    public let flattening: Int
    public let endedInner: [Int]
    public let endedInnerCount: Int
  }

  /// What was sent for nobody.
  public struct Waste: Sendable, Hashable {
    /// Values that sources sent too late.
    public var values: UInt64 = 0
    /// Since when (the earliest), and when the last one came.
    public var since: UInt64 = 0
    public var lastValueAt: UInt64?
    /// Values a second at the end of the recording.
    public var ratePerSecond: Double = 0
  }

  public let reason: Reason
  public let confidence: Confidence
  public let fingerprint: Fingerprint
  /// The call to look at first.
  public let site: Site
  public let hint: Hint

  /// All leaked subscriptions of the group, in order of birth.
  public let members: [Int]
  /// The first subscription (a root, as a rule) of each instance of this leak, in order of birth.
  public let instances: [Int]
  /// Of the same kind, and what should have ended did.
  public let endedInstances: [Int]
  /// Of the same kind, and still open: not counted.
  public let openInstances: [Int]

  /// The instance that ``path`` shows.
  public let representative: Int
  /// From the root of the representative to the source that keeps it alive. Where that is a very long way, the
  /// root is followed by the hundred steps next to the broken link.
  public let path: [Step]
  /// The link between `path[brokenLink]` and `path[brokenLink + 1]` is the one that failed.
  public let brokenLink: Int?
  /// Where a stop signal was outlived.
  public let stopSignal: StopSignal?
  public let waste: Waste
}
