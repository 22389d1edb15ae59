package import TraceFormat

/// More subscriptions of a call site are alive after each round than before it.
package struct RoundGrowth: Finding {
  package static let check = "rounds"

  package static let description = RuleDescription(
    ofCheck: check, title: "more alive after each round",
    claim: "More subscriptions of a call site are alive after each round of the program than before it.",
    needs: """
      Marks that end rounds: `--rounds` names their text, or several marks of equal text are taken, if \
      something was put away in nearly every round.
      As many alive after each round as before it or more, and more after nearly every one. Or more \
      after many of them, from the first to the last.
      """,
    excuses: """
      A pool that fills up and is then full: it grows in its first rounds alone.
      A cache that is emptied now and then.
      A subscription that stays for the sake of another one that stays.
      A mark for a beginning, as of a user who came: it ends no round.
      """,
    thresholds: [
      .count("fewest rounds", Rounds.fewest, "Fewer marks of equal text may be no rounds.")
    ],
    faulty: .program(
      "Faulty/round-growth/MarkedRooms",
      "Each room that is closed leaves one subscription behind."),
    healthy: .program(
      "Healthy/MarkedRoundTrips",
      "Each round opens a dialogue and puts it away."))

  package let site: Site
  package let name: String
  /// The subscriptions that were alive after the last round.
  package let lives: [Int]
  package let growth: Rounds.Growth

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [RoundGrowth] {
    // Two marks in each round say the same.
    var told: Set<Site> = []
    return verdicts.rounds.flatMap { find($0, in: forest) }.filter { told.insert($0.site).inserted }
  }

  private static func find(_ rounds: Rounds, in forest: Forest) -> [RoundGrowth] {
    let growths = forest.livesBySite(forest.lives, where: \.isInstance).compactMap {
      lives -> (Int, Rounds.Growth)? in
      guard lives.count > Rounds.fewest - 1 else { return nil }
      var tally = Rounds.Tally(rounds)
      for life in lives { tally.add(life) }
      return tally.growth.map { (lives[0].entryIndex, $0) }
    }
    guard !growths.isEmpty, let last = rounds.ends.last else { return [] }
    let growing = Dictionary(growths) { first, _ in first }
    // A life is told once: not again if it stays for the sake of another one that stays.
    var isTold = LifeArray(repeating: false, count: forest.lives.count)
    var members: [Int: [LifeIndex]] = [:]
    for index in forest.topDown {
      let life = forest.lives[index]
      isTold[index] = life.downstream.map { isTold[$0.index] } ?? false
      guard life.isInstance, !isTold[index], life.isAlive(at: last), growing[life.entryIndex] != nil
      else { continue }
      isTold[index] = true
      members[life.entryIndex, default: []].append(index)
    }
    return growths.compactMap { site, growth in
      guard let lives = members[site]?.sorted(), lives.count * 2 >= growth.last - growth.first else {
        return nil
      }
      let life = forest.lives[lives[0]]
      return RoundGrowth(site: life.site, name: life.name, lives: lives.map(\.number), growth: growth)
    }
  }

  package var sentence: Sentence { growth.sentence }

  package static func summary(_ findings: [RoundGrowth]) -> Sentence {
    "\(findings.count, "call site") with more alive after each round"
  }
}

extension Life {
  func isAlive(at time: UInt64) -> Bool {
    subscribedAt <= time && (endedAt.map { $0 > time } ?? true)
  }
}
