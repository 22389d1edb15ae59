public import TraceFormat

/// Subscriptions that leaked for the same reason at the same place.
public struct Leak: Sendable {
  /// The verdict by its name. Each rule declares its own one.
  public struct Reason: Sendable, Hashable, CustomStringConvertible {
    /// The parts of a verdict that the judging of others, the groups and the words depend on.
    struct Traits: OptionSet, Sendable {
      let rawValue: UInt8
      /// A stop signal fired above a life that went on.
      static let ofStop = Traits(rawValue: 1)
      /// A stop signal fired, or a source ended, and did not reach its target.
      static let inVain = Traits(rawValue: 2)
      /// Nobody has the handle any more.
      static let ofHandle = Traits(rawValue: 4)
      /// Nobody can end it any more, as far as the program goes on.
      static let leftAlone = Traits(rawValue: 8)
      /// Its place is the operator downstream, since an operator may begin other signals from value to value.
      static let placedDownstream = Traits(rawValue: 16)
      /// An instance is the whole chain down to the root, as far as it is as dead, or has leaked as well.
      static let ofWholeChain = Traits(rawValue: 32)
      /// The same, from the subscriber that is gone on.
      static let ofSubscribersChain = Traits(rawValue: 64)

      /// Something outlived a stop signal.
      static let outlivedStop: Traits = [.ofStop, .inVain, .placedDownstream, .ofWholeChain]
    }

    package let name: String
    let traits: Traits

    init(_ name: String, _ traits: Traits = []) {
      self.name = name
      self.traits = traits
    }

    public var description: String { name }

    /// A stop signal fired above a life that went on.
    package var isOfStop: Bool { traits.contains(.ofStop) }

    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  /// The change that would repair it, as far as the trace tells. Each rule declares its own ones.
  public struct Hint: Sendable, Hashable {
    /// The part that a call has in the change.
    package enum Part: String, Sendable {
      case site, stop, flattening, input, by
    }

    package let name: String
    /// The call to change.
    package let site: Site
    package let part: Part
    /// Another call that the words name.
    package let other: Site?
    package let otherPart: Part
    /// The name of the change for a program that edits sources; nil where it is that of the hint.
    let change: (@Sendable (HintWords) -> String)?
    let words: @Sendable (HintWords) -> String

    /// - Parameters:
    ///   - change: another name for a program that edits sources, where one hint has several changes.
    ///   - words: depend on nothing but their argument, so that hints of one name and the same calls are
    ///     equal.
    init(
      _ name: String, _ site: Site, _ part: Part = .site, other: Site? = nil, _ otherPart: Part = .site,
      change: (@Sendable (HintWords) -> String)? = nil, words: @escaping @Sendable (HintWords) -> String
    ) {
      self.name = name
      self.site = site
      self.part = part
      self.other = other
      self.otherPart = otherPart
      self.change = change
      self.words = words
    }

    public static func == (left: Self, right: Self) -> Bool {
      left.name == right.name && left.site == right.site && left.other == right.other
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(site)
      hasher.combine(other)
    }
  }

  /// One subscription on the way from the root to the keeper of the path.
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

  /// The stop at a flattening operator that an inner signal outlived.
  public struct StopSignal: Sendable, Hashable {
    /// The subscription that was stopped (the `take(until:)`), the control signal and when it fired.
    public let stopped: Int
    public let control: Int
    public let time: UInt64
    /// The flattening operator, its inner signals that have ended (the first few) and how many have.
    public let flattening: Int
    package let endedInner: [Int]
    package let endedInnerCount: Int
  }

  /// Values that were sent for nobody.
  public struct Waste: Sendable, Hashable {
    /// Values that sources sent too late.
    public var values: UInt64 = 0
    /// Since when (the earliest), and when the last one came.
    public var since: UInt64 = 0
    public var lastValueAt: UInt64?
    /// Values a second at the end of the recording.
    public var ratePerSecond: Double = 0
  }

  /// The evidence for the leak of one instance.
  package struct Case: Sendable {
    /// The subscription that should have ended.
    package let life: Int
    package let evidence: [any Evidence]
  }

  public let reason: Reason
  public let confidence: Confidence
  public let fingerprint: Fingerprint
  /// The call to look at first.
  public let site: Site
  /// The call to look at next: the fault may lie there instead. Nil where there is none, or it is at the same
  /// line.
  package let otherSite: Site?
  public let hint: Hint

  /// All leaked subscriptions of the group, in order of birth.
  public let members: [Int]
  /// The first subscription (a root, as a rule) of each instance of this leak, in order of birth.
  public let instances: [Int]
  /// Of the same kind, ended as they should.
  public let endedInstances: [Int]
  /// Of the same kind, and still open: not counted.
  package let openInstances: [Int]

  /// The evidence of each broken place, in order of birth: for all of one leak it is of one kind.
  package let cases: [Case]
  /// That of the instance that ``path`` shows.
  package let evidence: [any Evidence]

  /// The instance that ``path`` shows.
  public let representative: Int
  /// From the root of the representative to the source that keeps it alive. Where that is a very long way,
  /// the root is followed by the hundred steps next to the broken link.
  public let path: [Step]
  /// The link between `path[brokenLink]` and `path[brokenLink + 1]` is the one that failed.
  public let brokenLink: Int?
  /// Where a stop signal was outlived.
  public let stopSignal: StopSignal?
  public let waste: Waste
}
