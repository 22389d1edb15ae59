package import TraceFormat

/// A holder of subscriptions was disposed and is used again: each subscription that it is given ends as it
/// begins.
///
/// A bag that is disposed as a cell is reused, and not replaced. One late subscription is what a disposed
/// holder is for; so it takes several, and most of their call site.
package struct DisposedOnArrival: Finding {
  package static let check = "disposed-on-arrival"
  private static let few = 3

  package static let description = RuleDescription(
    ofCheck: check, title: "added to a disposed holder",
    claim: """
      A bag or a composite was disposed and is used again: each subscription that it is given ends as it \
      begins.
      """,
    needs: """
      Several subscriptions of a call site that were begun after their owner's disposal, and that it \
      disposed. They are at least half of all at that call site.
      They came over a longer time than the settle time.
      """,
    excuses: """
      One late subscription: that is the purpose of a disposed holder.
      Several at once, as a screen ends.
      """,
    thresholds: [
      .count("fewest", few, "One or two may be late by chance.")
    ],
    faulty: .program(
      "Field/Faulty/SubmitCells",
      "A cell disposes its bag as it is reused, and puts later subscriptions into the same bag."),
    healthy: .program(
      "Healthy/AuditOutlivesRequest",
      "The audit of a request begins after the request's owner was disposed, and is over in a moment."))

  /// Where the holder is disposed; where they are subscribed to if that is not known.
  package let site: Site
  package let name: String
  package let lives: [Int]
  /// How many the call site of these made in all.
  package let count: Int
  package let subscribed: Site

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [DisposedOnArrival] {
    var late: [Life] = []
    var disposals: [LifeIndex: Int] = [:]
    for owner in forest.owners {
      guard let disposed = owner.disposedAt else { continue }
      for index in owner.lives {
        let life = forest.lives[index]
        guard life.subscribedAt > disposed, life.isDisposed, life.reason == .owner else { continue }
        late.append(life)
        disposals[index] = owner.disposalEntry
      }
    }
    guard late.count >= few else { return [] }
    late.sort { $0.index < $1.index }
    var counts = [Int](repeating: 0, count: forest.siteCount)
    for life in forest.lives { counts[life.entryIndex] += 1 }
    return forest.livesBySite(late) { _ in true }.compactMap { lives in
      let count = counts[lives[0].entryIndex]
      let span = lives[lives.count - 1].subscribedAt - lives[0].subscribedAt
      guard lives.count >= few, lives.count * 2 >= count, span > verdicts.settle else { return nil }
      let disposal = disposals[lives[0].index].flatMap { $0 == 0 ? nil : forest.table.sites[$0].site }
      return DisposedOnArrival(
        site: disposal ?? lives[0].site, name: disposal?.operatorName ?? lives[0].name,
        lives: lives.map(\.number), count: count, subscribed: lives[0].site)
    }
  }

  package var otherSite: Site? { subscribed.asSecond(to: site) }

  package var sentence: Sentence {
    "a disposed holder is used again: \(count: lives.count) of \(count, "subscription") of \(site: subscribed) ended as they were added"
  }

  package static func summary(_ findings: [DisposedOnArrival]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.lives.count }, "subscription") added to a holder that was disposed before"
  }
}
