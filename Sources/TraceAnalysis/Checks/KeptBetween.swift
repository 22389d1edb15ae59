package import TraceFormat

/// Subscriptions that began between two moments, and were alive at the second one. The reader says that all
/// should be over by then.
package struct KeptBetween: Finding {
  package static let check = "between"

  package static let description = RuleDescription(
    ofCheck: check, title: "begun between two marks, still alive",
    claim: "Subscriptions that began between two marks were alive at the second one.",
    needs: """
      The two marks of `--between`: you say that all should be over by then.
      A subscription that began between them and was alive after the second one and the settle time.
      """,
    excuses: """
      A subscription that stays for the sake of another one that stays.
      One that was alive before the recording began.
      """,
    faulty: .program(
      "Faulty/round-growth/MarkedRooms",
      "Each room that is closed leaves one subscription behind."),
    healthy: .program(
      "Healthy/MarkedRoundTrips",
      "Each round opens a dialogue and puts it away."))

  package let site: Site
  package let name: String
  package let lives: [Int]
  /// How many of the call site began between the moments.
  package let begun: Int

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [KeptBetween] {
    guard let time = verdicts.between else { return [] }
    let settled = time.upperBound.addingReportingOverflow(verdicts.settle).partialValue
    var isKept = LifeArray(repeating: false, count: forest.lives.count)
    var tops = isKept
    for index in forest.topDown {
      let life = forest.lives[index]
      let isBelowKept = life.downstream.map { isKept[$0.index] } ?? false
      let hasBegun = !life.wasAliveBefore && time.contains(life.subscribedAt)
      // A life that ends a moment after the second mark was on its way to its end.
      let stays = life.isAlive(at: max(time.upperBound, min(settled, forest.ended)))
      isKept[index] = isBelowKept || (hasBegun && stays)
      tops[index] = isKept[index] && !isBelowKept
    }
    let sites = Set(forest.lives.lazy.filter { tops[$0.index] }.map(\.entryIndex))
    return forest.livesBySite(forest.lives) { sites.contains($0.entryIndex) }.compactMap { lives in
      let kept = lives.filter { tops[$0.index] }
      return KeptBetween(
        site: lives[0].site, name: kept[0].name, lives: kept.map(\.number),
        begun: lives.count { !$0.wasAliveBefore && time.contains($0.subscribedAt) })
    }
  }

  /// It was asked for.
  package func isAbsorbed(by verdicts: Verdicts) -> Bool { false }

  package var sentence: Sentence {
    "\(count: lives.count) of \(count: begun) begun between the two marks \(words: lives.count == 1 ? "was" : "were") still alive after the second"
  }

  package static func summary(_ findings: [KeptBetween]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.lives.count }, "subscription") begun between the two marks and still alive"
  }
}
