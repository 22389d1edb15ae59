package import TraceFormat

/// An operator follows one inner signal, which does not end, and ignores all that comes meanwhile.
package struct TurnedAway: Finding {
  package static let check = "turned-away"
  /// Somebody may press a button so often while something is under way.
  private static let few: UInt64 = 10

  package static let description = RuleDescription(
    ofCheck: check, title: "values ignored while busy",
    claim: """
      An operator follows one inner signal, which does not end, and ignores all that comes meanwhile.
      """,
    needs: """
      An operator such as `flatMapFirst` that has followed one inner signal only. That one has run for \
      longer than the settle time and has not ended.
      Several values that came after the first.
      """,
    excuses: """
      An operator that has followed a second inner signal.
      An inner signal with a stop.
      An operator that keeps waiting values: `growing-queue` tells of it.
      """,
    thresholds: [
      .count("fewest ignored", few, "Somebody may press a button so often while something is under way.")
    ],
    faulty: .program(
      "Faulty/endless-inner/FirstFlightOnly",
      "`flatMapFirst` follows the first flight for ever and turns every other one away."),
    healthy: .program(
      "Healthy/ElevatorCalls",
      "A call that comes while the elevator moves is left out. Each ride ends."))

  package let site: Site
  package let name: String
  package private(set) var lives: [Int]
  /// The inner signal that keeps the operator busy, and what was subscribed to.
  package let inner: LifeIndex
  package let followed: Site
  /// How many values came for nothing.
  package let ignored: UInt64

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [TurnedAway] {
    forest.livesBySite(
      forest.livesOfSites(where: { $0.contains(.flattens) && $0.isDisjoint(with: [.buffers, .stops]) })
    ) { $0.ending == nil }
    .compactMap { lives in
      let found = lives.compactMap { Self($0, forest, verdicts.settle) }
      guard var worst = found.max(by: { $0.ignored < $1.ignored }) else { return nil }
      worst.lives = found.flatMap(\.lives)
      return worst
    }
  }

  /// It has followed one only, which has not ended, and has kept nothing of what came meanwhile.
  private init?(_ life: Life, _ forest: Forest, _ settle: UInt64) {
    let upstreams = life.upstreams
    let inner = upstreams.filter { $0.role.kind == .inner }
    guard inner.count == 1, inner[0].ending == nil, !inner[0].traits.contains(.stops),
      let source = upstreams.first(where: { $0.role.kind == .source })
    else { return nil }
    let end = life.endedAt ?? forest.ended
    ignored = source.values - min(source.values, 1)
    guard ignored >= Self.few, end - min(end, inner[0].subscribedAt) > settle else { return nil }
    site = life.site
    name = life.name
    lives = [life.number]
    self.inner = inner[0].index
    followed = inner[0].site
  }

  package var otherSite: Site? { followed.asSecond(to: site) }

  package var sentence: Sentence {
    "has followed \(life: inner), \(site: followed), which does not end, and has ignored the \(ignored, "value") since"
  }

  package static func summary(_ findings: [TurnedAway]) -> Sentence {
    "\(findings.count, "operator") kept busy by an inner signal that does not end"
  }
}
