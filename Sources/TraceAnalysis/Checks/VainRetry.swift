package import TraceFormat

/// `retry` of a source that keeps its failure, such as a subject or a share that has failed: each attempt
/// gets the same failure at once, and the work is never done again.
package struct VainRetry: Finding {
  package static let check = "vain-retry"
  private static let few = 2

  package static let description = RuleDescription(
    ofCheck: check, title: "retries a failure that is kept",
    claim: """
      A `retry` subscribes again to a source that keeps its failure, such as a subject: each attempt \
      gets the same failure at once.
      """,
    needs: """
      An operator that begins its source again, and later attempts that all failed at once and without a \
      value.
      One subject, or one share, behind all of them, that had failed before.
      """,
    excuses: """
      Attempts that take time: they begin work.
      A share that begins its work anew for each attempt.
      One attempt.
      """,
    thresholds: [
      .count("fewest attempts", few, "One may be tried to see whether it is so."),
      .duration("at once", Thresholds.atOnce, "An attempt that begins no work is over in that time."),
    ],
    faulty: .program(
      "Faulty/retry-storm/CachedFailure",
      "A share that lasts for ever keeps its failure, and `retry` is handed it again and again."),
    healthy: .program(
      "Healthy/TokenThatArrives",
      "A share fails twice, asks anew each time, and has its token at the third attempt."))

  package let site: Site
  package let name: String
  package let lives: [Int]
  package let attempts: Int
  package let source: Site

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [VainRetry] {
    forest.livesBySite(forest.livesOfSites(where: { $0.contains(.restarts) })) { !$0.wasAliveBefore }
      .compactMap { lives in
        let found = lives.compactMap { life in attempts(of: life, forest).map { (life, $0) } }
        guard let worst = found.max(by: { $0.1.count < $1.1.count }) else { return nil }
        return VainRetry(
          site: worst.0.site, name: worst.0.name, lives: found.map(\.0.number), attempts: worst.1.count,
          source: worst.1[0].site)
      }
  }

  /// The sources of the attempts that failed at once: hot ones that had failed before.
  private static func attempts(of life: Life, _ forest: Forest) -> [Life]? {
    let vain = life.upstreams.dropFirst().compactMap { attempt -> Life? in
      guard attempt.hasFailed, attempt.values == 0, forest.duration(of: attempt) < Thresholds.atOnce,
        let origin = forest.unendedRoot(of: attempt), origin.traits.contains(.hot), origin.hasFailed,
        forest.duration(of: origin) < Thresholds.atOnce
      else { return nil }
      return origin
    }
    guard vain.count >= few, vain.count == life.upstreams.count - 1, let first = vain.first,
      first.hotSource != nil,
      vain.allSatisfy({ $0.hotSource == first.hotSource && $0.entryIndex == first.entryIndex })
    else { return nil }
    return vain
  }

  package var otherSite: Site? { source.asSecond(to: site) }

  package var sentence: Sentence {
    "subscribed again \(count: attempts) times to \(site: source), which had failed and keeps that: each attempt got the failure at once"
  }

  package static func summary(_ findings: [VainRetry]) -> Sentence {
    "\(findings.count, "operator") that retried a source that had failed for good"
  }
}
