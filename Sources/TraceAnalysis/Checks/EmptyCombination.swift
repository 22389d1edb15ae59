package import TraceFormat

/// An operator that combines a list of signals was given an empty list: it completes without a value.
///
/// Elsewhere in the trace the same call site has sent values. A subscriber of these values hears nothing of
/// the empty list, and keeps the last value. As Rx: `combineLatest([])`, `zip([])` and `forkJoin([])`
/// complete at once.
package struct EmptyCombination: Finding {
  package static let check = "empty-combination"
  private static let names: Set<String> = ["combineLatest", "zip", "forkJoin"]

  package static let description = RuleDescription(
    ofCheck: check, title: "combines no signals",
    claim: """
      An operator that combines a list of signals was given an empty list: it completes without a value.
      """,
    needs: """
      A `combineLatest`, `zip` or `forkJoin` that completed without an input and without a value.
      Another subscription of its line that sent values, and a subscriber that had a value before and \
      goes on. Values are recorded, and nothing was lost.
      """,
    excuses: """
      A line whose lists are always empty.
      A subscriber that has heard nothing before, or that ends with it.
      """,
    faulty: .program(
      "Field/Faulty/FeedsOfSubscribers",
      "The list of feeds is empty as the last subscriber leaves, so the last feeds stay."),
    healthy: .mended(
      "Field/Faulty/FeedsOfSubscribers",
      "An empty list is a value of its own."))

  package let site: Site
  package let name: String
  package let lives: [Int]
  /// How many there were of the call site.
  package let count: Int

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [EmptyCombination] {
    // With losses, the signals of a list may be what is missing.
    guard forest.lostRanges.isEmpty, forest.knowsValues else { return [] }
    let isMeant = forest.table.sites.map { names.contains($0.site.operatorName) }
    guard isMeant.contains(true) else { return [] }
    return forest.livesBySite(LifeScan(forest.table, .sites(isMeant))) { !$0.wasAliveBefore }
      .compactMap { lives in
        let empty = lives.filter(\.isEmptyCombination)
        guard let first = empty.first, lives.contains(where: { !$0.upstreams.isEmpty && $0.values > 0 }),
          empty.contains(where: { forest.goesOn($0) })
        else { return nil }
        return EmptyCombination(
          site: first.site, name: first.name, lives: empty.map(\.number), count: lives.count)
      }
  }

  package var sentence: Sentence {
    "was given no signals \(count: lives.count) of \(count, "time"): it completes without a value, and the value before stays in force"
  }

  package static func summary(_ findings: [EmptyCombination]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.lives.count }, "combination") of no signals"
  }
}

extension Life {
  fileprivate var isEmptyCombination: Bool {
    upstreams.isEmpty && values == 0 && ending?.kind == .completed && !isRoot
  }
}

extension Forest {
  /// Whether the subscriber of a combination has had a value, and waits for another after the combination's
  /// end.
  fileprivate func goesOn(_ combination: Life) -> Bool {
    guard let downstream = combination.downstream, let end = combination.ending?.time,
      downstream.ending == nil, (downstream.endedAt ?? .max) > end, let first = downstream.firstValueAt
    else { return false }
    return first < end
  }
}
