package import TraceFormat

/// A closure of the program sends its answer and does not complete, and an operator such as `forkJoin` waits
/// for that end.
///
/// The path through a cache often forgets it. Elsewhere in the trace the same closure has completed.
package struct AnswerWithoutEnd: Finding {
  package static let check = "answer-without-end"
  private static let few = 2
  /// It has been silent for so many times the longest life of one that completed.
  private static let patience: UInt64 = 2

  package static let description = RuleDescription(
    ofCheck: check, title: "answers and does not complete",
    claim: """
      A closure of the program sends a value and does not complete, while an operator that gathers ends, \
      such as `forkJoin`, waits for that.
      """,
    needs: """
      Several subscriptions of a line, such as a `create`, that sent a value and then nothing for long.
      An operator below each of them that had the ends of all its other inputs, and sent nothing.
      Another subscription of the line that completed, and another one of the operator's line that sent.
      Values are recorded, and nothing was lost.
      """,
    excuses: """
      A source with something above it that ends it.
      One that was disposed soon after its value: its end may have been on its way.
      A line of which none completed, or an operator of which none sent: `waits-for-end` tells of it.
      """,
    thresholds: [
      .count("fewest", few, "One may have been about to complete."),
      .times("silence, in lives that completed", patience, "None that completed took so long."),
    ],
    faulty: .program(
      "Field/Faulty/PlanAndServices",
      "An answer from a cache is sent and not completed, so a page waits for it in vain."),
    healthy: .mended(
      "Field/Faulty/PlanAndServices",
      "The answer from the cache is completed as well."))

  package let site: Site
  package let name: String
  package let lives: [Int]
  /// How many there were of the call site, and the operator that waited for the first.
  package let count: Int
  package let gatherer: Site

  /// One that has sent, and the operator that waits for its end.
  private typealias Unended = (origin: Life, gatherer: Life, silence: UInt64)

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [AnswerWithoutEnd] {
    // With losses, the end may be what is missing.
    guard forest.totals.next > 0, forest.lostRanges.isEmpty else { return [] }
    let gatherers = forest.livesBySite(
      forest.livesOfSites(where: { $0.isSuperset(of: [.gathers, .ends]) && !$0.contains(.source) })
    ) { !$0.wasAliveBefore }
    let waiting = gatherers.flatMap { lives -> [Unended] in
      guard lives.contains(where: { $0.values > 0 }) else { return [] }
      return lives.compactMap { unendedInput(of: $0, forest) }
    }
    guard waiting.count >= few else { return [] }
    var isMeant = [Bool](repeating: false, count: forest.siteCount)
    for one in waiting { isMeant[one.origin.entryIndex] = true }
    return forest.livesBySite(LifeScan(forest.table, .sites(isMeant))) { _ in true }.compactMap { lives in
      let completed = lives.filter { $0.hasEnding && !$0.hasFailed && $0.values > 0 }
      guard let longest = completed.map({ forest.duration(of: $0) }).max() else { return nil }
      let silent = waiting.filter {
        $0.origin.entryIndex == lives[0].entryIndex && $0.silence > max(verdicts.settle, patience * longest)
      }
      guard silent.count >= few else { return nil }
      return AnswerWithoutEnd(
        site: lives[0].site, name: lives[0].name, lives: silent.map(\.origin.number).sorted(),
        count: lives.count, gatherer: silent[0].gatherer.site)
    }
  }

  /// The only input of an operator without an end, if it begins in a closure of the program and has sent.
  private static func unendedInput(of gatherer: Life, _ forest: Forest) -> Unended? {
    guard gatherer.values == 0, gatherer.ending == nil else { return nil }
    let rest = gatherer.upstreams.filter { !$0.hasEnding }
    guard rest.count == 1, gatherer.upstreams.count > 1, let origin = forest.unendedRoot(of: rest[0]),
      origin.traits.isSuperset(of: [.source, .subscribesInUserCode]), let last = origin.lastValueAt
    else { return nil }
    let end = origin.endedAt ?? forest.ended
    return (origin, gatherer, end - min(end, last))
  }

  package var sentence: Sentence {
    "sent a value and no end \(count: lives.count) of \(count, "time"): \(site: gatherer) had the ends of its other inputs and waited for this one"
  }

  package static func summary(_ findings: [AnswerWithoutEnd]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.lives.count }, "answer") without an end"
  }
}
