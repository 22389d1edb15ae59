public import TraceFormat

/// Something about one call site that is worth a sentence, and is not a leak by itself.
///
/// Each check is a type: it has a name, makes findings of a trace, and puts each finding, and all of them
/// together, into words.
package protocol Finding: Sendable {
  /// The name of the check on the command line: `late-values`.
  static var check: String { get }
  /// The check in words.
  static var description: RuleDescription { get }
  /// The findings of a trace, in the order of the first subscription that it is about.
  static func find(in forest: Forest, _ verdicts: Verdicts) -> [Self]
  /// All findings in one sentence.
  static func summary(_ findings: [Self]) -> Sentence

  /// The call site that it is about, and the name to show for it.
  var site: Site { get }
  var name: String { get }
  /// Another call where the fault may lie instead; nil where there is none, or it is at the same line.
  var otherSite: Site? { get }
  /// Numbers of the subscriptions that it is about, in order of birth.
  var lives: [Int] { get }
  var sentence: Sentence { get }
  /// Whether a leak or a suspect tells the same, or more: then `leaks` does not repeat it.
  func isAbsorbed(by verdicts: Verdicts) -> Bool
  /// Whether something should be changed for it. A finding that is merely interesting is for `stats` alone.
  var isTrouble: Bool { get }
}

extension Finding {
  /// By default it is, where all its subscriptions belong to leaks.
  package func isAbsorbed(by verdicts: Verdicts) -> Bool {
    !lives.isEmpty && lives.allSatisfy { verdicts.tells(of: $0) }
  }

  package var isTrouble: Bool { true }

  package var otherSite: Site? { nil }
}

/// A sentence whose numbers are not yet text: a renderer knows how to write a time, an id or a place.
public struct Sentence: Sendable, Hashable, ExpressibleByStringInterpolation {
  public enum Part: Sendable, Hashable {
    case text(String)
    case count(UInt64)
    /// Nanoseconds.
    case duration(UInt64)
    /// Text of the traced program. It is untrusted.
    case quoted(String)
    /// The number of a life.
    case life(Int)
    /// An operator and its place in the traced program.
    case site(Site)
    /// A place in the traced program.
    case place(Site)
    /// Nanoseconds of `CLOCK_MONOTONIC`.
    case moment(UInt64)
  }

  public private(set) var parts: [Part] = []

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(2 * interpolationCount + 1)
    }
    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.text(literal)) }
    }
    /// Words of the sentence that depend on something, a plural for one.
    public mutating func appendInterpolation(words: String) { appendLiteral(words) }
    public mutating func appendInterpolation(count: UInt64) { parts.append(.count(count)) }
    public mutating func appendInterpolation(count: Int) { parts.append(.count(UInt64(max(0, count)))) }
    /// A count and what it counts, with an "s" where there is not exactly one.
    public mutating func appendInterpolation(_ count: UInt64, _ noun: String) {
      parts.append(.count(count))
      appendLiteral(count == 1 ? " \(noun)" : " \(noun)s")
    }
    public mutating func appendInterpolation(_ count: Int, _ noun: String) {
      appendInterpolation(UInt64(max(0, count)), noun)
    }
    public mutating func appendInterpolation(duration: UInt64) { parts.append(.duration(duration)) }
    public mutating func appendInterpolation(quoted text: String) { parts.append(.quoted(text)) }
    public mutating func appendInterpolation(life: LifeIndex) { parts.append(.life(life.number)) }
    public mutating func appendInterpolation(site: Site) { parts.append(.site(site)) }
    public mutating func appendInterpolation(_ sentence: Sentence) { parts += sentence.parts }
    public mutating func appendInterpolation(place: Site) { parts.append(.place(place)) }
    public mutating func appendInterpolation(moment: UInt64) { parts.append(.moment(moment)) }
  }

  public init(stringLiteral value: String) { parts = [.text(value)] }

  public static func + (left: Sentence, right: Sentence) -> Sentence {
    var sum = left
    sum.parts += right.parts
    return sum
  }
  public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }
}

/// All checks there are, in the order in which they are listed.
package enum Checks {
  package static let all: [any Finding.Type] = [
    LateValues.self, Retried.self, Overlapping.self, DroppedEvents.self, ForgottenHandles.self,
    NeverReleased.self, GrowingOwner.self, RoundGrowth.self, KeptBetween.self, Reentrant.self,
    Restarting.self, SilentInput.self, GrowingQueue.self, TurnedAway.self, Unanswered.self,
    MissingShare.self, LateStarts.self, NeverQuiet.self, WaitsForEnd.self, NestedEnds.self,
    Overflown.self, DisposedOnArrival.self, EmptyCombination.self, NeverReached.self,
    RestartedShare.self, BlockedCall.self, EndedWithItsScope.self, VainRetry.self, EmptyInput.self,
    PairedStates.self, EarlyValue.self, AnswerWithoutEnd.self, KeptFailure.self, ToldBefore.self,
    OldStop.self, BegunInVain.self, SameStateForAll.self, TargetGone.self, AwaitedEnd.self,
    FinallyLeftOut.self, SelfTriggered.self, ReplacedAtOnce.self, DeafAfterFailure.self,
    AfterItsEnd.self, KeptForNobody.self, SourceGone.self, CancelledInVain.self,
    LostAnswer.self, SilentRetry.self,
  ]

  /// The findings of each check in a trace.
  package static func findings(in forest: Forest, _ verdicts: Verdicts) -> [any Finding] {
    // A snapshot does not hold everything that happened: nothing follows from an event that is missing.
    if forest.isSnapshot { return [] }
    return all.flatMap { $0.find(in: forest, verdicts) as [any Finding] }
  }

  /// The findings that are trouble and that no verdict tells already.
  package static func unabsorbed(in forest: Forest, _ verdicts: Verdicts) -> [any Finding] {
    // A reader who asks for sure verdicts does not ask for things that are merely worth a look.
    guard verdicts.minimum == .possible else { return [] }
    return findings(in: forest, verdicts).filter { $0.isTrouble && !$0.isAbsorbed(by: verdicts) }
  }
}

extension Forest {
  /// The lives that `isIncluded` selects, call site by call site, in order of the first of each.
  func livesBySite(_ lives: some Sequence<Life>, where isIncluded: (Life) -> Bool) -> [[Life]] {
    var groups = [Int?](repeating: nil, count: siteCount)
    var members: [[Life]] = []
    for life in lives where isIncluded(life) {
      if let group = groups[life.entryIndex] {
        members[group].append(life)
      } else {
        groups[life.entryIndex] = members.count
        members.append([life])
      }
    }
    return members
  }
}
