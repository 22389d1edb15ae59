package import TraceFormat

/// `withLatestFrom` whose own values all came before the first of the other signal: each was dropped.
///
/// A press of a button while the thing that it needs is still on its way. The other signal has sent since
/// then, and nobody presses again.
package struct EarlyValue: Finding {
  package static let check = "early-value"
  /// Two values that are nearer to each other may be of one moment.
  private static let gap = TimeLimit(milliseconds: 5)
  /// How many settle times are time enough for another value.
  private static let patience: UInt64 = 3

  package static let description = RuleDescription(
    ofCheck: check, title: "its values came before their partner",
    claim: """
      An operator dropped all values of its source, as each came before the first value of the other \
      signal.
      """,
    needs: """
      An operator such as `withLatestFrom` that has sent nothing, although both of its inputs have sent.
      The last value of one input came some time before the first of the other.
      The operator went on for a few settle times after that, and no other value came.
      Values are recorded, and nothing was lost.
      """,
    excuses: """
      A line of which one subscription has sent a value.
      An operator that keeps waiting values, such as `zip`, or that has ended with its source.
      """,
    thresholds: [
      .duration("least distance", gap, "Values that are nearer may be of one moment."),
      .times("settle times without another value", patience, "Another value may be about to come."),
    ],
    faulty: .program(
      "Field/Faulty/DiskSpaceFeature",
      "A switch is turned while the space on the disk is still measured, so the switch does nothing."),
    healthy: .program(
      "Healthy/LoginAtLast",
      "Nobody is signed in as the first presses come. Later ones find a user."))

  package let site: Site
  package let name: String
  package private(set) var lives: [Int]
  /// Where the dropped values begin, and how many there were.
  package let early: Site
  package let dropped: UInt64
  /// Where the values of the other input begin, and how long after the last dropped one the first of them
  /// came.
  package let late: Site
  package let distance: UInt64

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [EarlyValue] {
    // With losses, a value may be what is missing.
    guard forest.totals.next > 0, forest.lostRanges.isEmpty else { return [] }
    return forest.livesBySite(
      forest.livesOfSites(where: { $0.contains(.gathers) && $0.isDisjoint(with: [.buffers, .ends]) })
    ) { !$0.wasAliveBefore }
    .compactMap { lives in
      guard lives.allSatisfy({ $0.values == 0 }) else { return nil }
      let found = lives.compactMap { Self($0, forest, verdicts.settle) }
      guard var worst = found.max(by: { $0.dropped < $1.dropped }) else { return nil }
      worst.lives = found.flatMap(\.lives)
      return worst
    }
  }

  private init?(_ life: Life, _ forest: Forest, _ settle: UInt64) {
    let inputs = life.upstreams.filter { $0.role.kind == .source }
    guard inputs.count > 1, life.ending == nil,
      let early = inputs.min(by: { ($0.lastValueAt ?? .max) < ($1.lastValueAt ?? .max) }),
      let late = inputs.max(by: { ($0.firstValueAt ?? .max) < ($1.firstValueAt ?? .max) }),
      let last = early.lastValueAt, let first = late.firstValueAt,
      first > last, first - last > Self.gap
    else { return nil }
    let end = life.endedAt ?? forest.ended
    guard end - min(end, first) > Self.patience * settle else { return nil }
    site = life.site
    name = life.name
    lives = [life.number]
    self.early = forest.root(ofInput: early).site
    dropped = early.values
    self.late = forest.root(ofInput: late).site
    distance = first - last
  }

  package var sentence: Sentence {
    dropped == 1
      ? "dropped the only value of \(site: early): it came \(duration: distance) before the first of \(site: late), and none has come since"
      : "dropped all \(count: dropped) values of \(site: early): the last came \(duration: distance) before the first of \(site: late), and none has come since"
  }

  package static func summary(_ findings: [EarlyValue]) -> Sentence {
    "\(findings.count, "operator") whose values all came before their partner"
  }
}
