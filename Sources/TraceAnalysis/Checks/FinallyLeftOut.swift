package import TraceFormat

/// `finally` on a signal whose subscriptions are disposed more often than they end: its closure does not run
/// for these.
///
/// `source.finally(release).take(until: stop)`: the stop signal is an end for what stands below it, and
/// disposes what stands above. As Rx: `onDispose`, which runs however a subscription ends, or `finally` below
/// the stop.
package struct FinallyLeftOut: Finding {
  package static let check = "finally-left-out"
  /// The operator. Others that watch their source have the same nature, and it is the name that says when the
  /// closure runs.
  private static let name = "finally"
  private static let few = 3
  private static let fewestEnded = 2

  package static let description = RuleDescription(
    ofCheck: check, title: "its closure is left out where it is disposed",
    claim: """
      The closure of a `finally` runs at the end of its source alone, and many of its subscriptions are \
      disposed without an end.
      """,
    needs: """
      A `finally`, subscriptions of whose line are of two kinds: several completed or failed, and several \
      were disposed before they did.
      Nothing was lost.
      """,
    excuses: """
      Subscriptions that were put away only as the program ended.
      A line of which hardly one has ended by itself: there the closure may be meant for an end that is \
      still to come.
      """,
    thresholds: [
      .count("fewest disposed", few, "One or two may be given up on the way."),
      .count("fewest ended", fewestEnded, "They show that the closure is meant to run each time."),
    ],
    faulty: .program(
      "Field/Faulty/CellImages",
      "The end of a load counts down. A cell that is used again disposes its load, and the count stays up."),
    healthy: .mended(
      "Field/Faulty/CellImages",
      "The closure stands below the stop, where the next use of the cell is an end as well."))

  package let site: Site
  package let name: String
  /// The subscriptions that were disposed without an end.
  package let lives: [Int]
  package let ended: Int

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [FinallyLeftOut] {
    // With losses, ends may be what is missing.
    guard forest.lostRanges.isEmpty else { return [] }
    let isMeant = forest.table.sites.map { $0.site.operatorName == name }
    return forest.livesBySite(LifeScan(forest.table, .sites(isMeant))) { !$0.wasAliveBefore }
      .compactMap { lives in
        let ended = lives.count { $0.hasEnding }
        let disposed = lives.filter { $0.isDisposed && !$0.hasEnding && !forest.isPutAway($0) }
        guard disposed.count >= few, ended >= fewestEnded else { return nil }
        return FinallyLeftOut(
          site: lives[0].site, name: lives[0].name, lives: disposed.map(\.number), ended: ended)
      }
  }

  package var sentence: Sentence {
    "ran its closure for \(count: ended) of \(count: ended + lives.count): the other \(count: lives.count) were disposed without an end; onDispose runs for all"
  }

  package static func summary(_ findings: [FinallyLeftOut]) -> Sentence {
    "\(findings.count, "finally") whose closure is left out where it is disposed"
  }
}
