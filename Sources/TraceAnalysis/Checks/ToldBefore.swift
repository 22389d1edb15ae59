package import TraceFormat

/// Subscriptions wait for one value of a subject. It was sent before they came, and the subject keeps none.
///
/// The state of a connection that is told once. Subscribers that come early hear it, and later ones wait for
/// good. As Rx: a `BehaviorSubject` instead of a `PublishSubject`.
package struct ToldBefore: Finding {
  package static let check = "told-before"
  private static let few = 3
  /// They have waited for so many times as long as the earlier ones.
  private static let patience: UInt64 = 5

  package static let description = RuleDescription(
    ofCheck: check, title: "waits for a value of the past",
    claim: """
      Subscriptions wait for a value of a subject. It had sent that value before they came, and keeps none \
      for later subscribers.
      """,
    needs: """
      Several subscriptions of an operator that ends after some values, such as `take(1)`, which got no \
      value.
      An earlier one of the line that got its value of the same subject and was done.
      The subject has sent nothing since before the first of them came.
      They have waited far longer than the earlier one, and longer than the settle time. Values are \
      recorded, and nothing was lost.
      """,
    excuses: """
      A subject that has never sent, or has sent since.
      A subject that gives a value to each subscriber as it comes.
      Subscriptions that another signal is to end, as with `take(until:)`.
      """,
    thresholds: [
      .count("fewest that wait", few, "One or two may wait for something that is on its way."),
      .times("wait, in lives of the earlier", patience, "A slower answer may still come."),
    ],
    faulty: .program(
      "Field/Faulty/SyncedDocuments",
      "A link tells once of its readiness, and windows that open later wait for it."),
    healthy: .program(
      "Healthy/SavedOnClose",
      "All parts of a program wait for its shutdown, which nobody has told yet."))

  /// The subject.
  package let site: Site
  package let name: String
  /// The operators that wait.
  package let lives: [Int]
  package let operation: Site
  /// When the subject sent its last value, and how long the earlier ones took.
  package let lastSent: UInt64
  package let longest: UInt64

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [ToldBefore] {
    // With losses, a value may be what is missing.
    guard forest.totals.next > 0, forest.lostRanges.isEmpty else { return [] }
    return forest.livesBySite(
      forest.livesOfSites(where: { $0.contains(.stops) && !$0.contains(.source) })
    ) { !$0.wasAliveBefore && $0.upstreams.allSatisfy { $0.role.kind != .control } }
    .flatMap { lives -> [ToldBefore] in
      guard lives.count(where: { $0.values == 0 && !$0.hasEnding }) >= few else { return [] }
      var bySource: [UInt64: [(life: Life, origin: Life)]] = [:]
      for life in lives {
        guard let origin = life.firstSource.flatMap({ forest.hotOrigin(of: $0) }),
          let source = origin.hotSource
        else { continue }
        bySource[source, default: []].append((life, origin))
      }
      return bySource.compactMap { source, found in Self(of: source, found, forest, verdicts.settle) }
        .sorted { $0.lives[0] < $1.lives[0] }
    }
  }

  private init?(
    of source: UInt64, _ found: [(life: Life, origin: Life)], _ forest: Forest, _ settle: UInt64
  ) {
    let waiting = found.filter { $0.life.ending == nil && $0.life.values == 0 && $0.origin.values == 0 }
    let served = found.filter { $0.life.values > 0 && $0.life.hasEnding && !$0.life.hasFailed }
    guard waiting.count >= Self.few, let longest = served.map({ forest.duration(of: $0.life) }).max(),
      let last = forest.members(ofSource: source).lazy.compactMap({ forest.lives[$0].lastValueAt }).max(),
      waiting.allSatisfy({ $0.life.subscribedAt > last })
    else { return nil }
    let overdue = waiting.filter { forest.duration(of: $0.life) > max(settle, Self.patience * longest) }
    guard overdue.count >= Self.few else { return nil }
    site = overdue[0].origin.site
    name = overdue[0].origin.name
    lives = overdue.map(\.life.number)
    operation = overdue[0].life.site
    lastSent = last
    self.longest = longest
  }

  package var sentence: Sentence {
    "keeps no value, and the last one on record came at \(moment: lastSent): \(lives.count, "subscription") of \(site: operation) came later and got none; earlier ones had theirs after \(duration: longest) at most"
  }

  package static func summary(_ findings: [ToldBefore]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.lives.count }, "subscription") waiting for a value of the past"
  }
}
