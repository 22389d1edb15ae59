package import TraceFormat

/// User code has let go of subscribers before it sent them anything: nothing can come any more, and nobody is
/// told.
///
/// A callback that is not called on one of its paths, or an object that went away with the question.
package struct Unanswered: Finding {
  package static let check = "unanswered"
  /// Where none has an end, so many are no chance.
  private static let few = 3

  package static let description = RuleDescription(
    ofCheck: check, title: "let go of without an answer",
    claim: """
      User code has let go of subscribers before it sent them anything: nothing can come any more, and \
      nobody is told.
      """,
    needs: """
      A subscription to a closure that was disposed as its subscriber went out of memory, without a \
      value and without an end.
      Or one whose closure let go of the subscriber, and that went on for longer than the settle time.
      Others of the call site that were told of an end, or several without an answer. Nothing was lost.
      """,
    excuses: """
      A closure that makes a signal for its subscriber, such as the one of `deferred`.
      One that went as the program ended.
      One or two, where no other of the call site was ever told of an end: `stats` alone shows them.
      """,
    thresholds: [
      .count("fewest", few, "If none of the call site has an end, so many are no chance.")
    ],
    faulty: .program(
      "Faulty/some-do-not-end/LookupsWithoutAnswer",
      "A lookup that finds nothing forgets to call back."),
    healthy: .program(
      "Healthy/AnsweredAtOnce",
      "A closure sends all that it has and completes before it returns."))

  package let site: Site
  package let name: String
  package let otherSite: Site?
  package let lives: [Int]
  /// How many of the same call site were told of an end, and how many there were.
  package let answered: Int
  package let count: Int

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [Unanswered] {
    // With losses, the answer may be what is missing.
    guard forest.lostRanges.isEmpty else { return [] }
    let found = forest.livesBySite(
      forest.livesOfSites(where: { $0.isSuperset(of: [.subscribesInUserCode, .source]) })
    ) { forest.isUnanswered($0, verdicts.settle) }
    guard !found.isEmpty else { return [] }
    var answered = [Int](repeating: 0, count: forest.siteCount)
    var counts = answered
    for life in forest.lives {
      counts[life.entryIndex] += 1
      if life.hasEnding { answered[life.entryIndex] += 1 }
    }
    return found.map { lives in
      let entry = lives[0].entryIndex
      return Unanswered(
        site: lives[0].site, name: lives[0].name, otherSite: forest.operatorBelow(lives[0])?.site,
        lives: lives.map(\.number), answered: answered[entry], count: counts[entry])
    }
  }

  /// Where others are told of an end, this one was to be told as well.
  package var isTrouble: Bool { answered > 0 || lives.count >= Self.few }

  package var sentence: Sentence {
    "let go of \(count: lives.count) of its \(count, "subscriber") before it sent them a value or an end: they wait for nothing"
  }

  package static func summary(_ findings: [Unanswered]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.lives.count }, "subscriber") let go of without an answer"
  }
}

extension Forest {
  /// Whether a closure had a subscriber, sent it nothing, and let go of it while the program went on.
  fileprivate func isUnanswered(_ life: Life, _ settle: UInt64) -> Bool {
    guard !life.hasEnding, life.values == 0, !life.wasAliveBefore,
      life.upstreams.allSatisfy({ $0.role.kind == .nested })
    else { return false }
    if life.isDisposed, life.reason == .deinitialized, !isPutAway(life) { return true }
    guard let time = abandoned[life.id.rawValue]?.time else { return false }
    let end = life.endedAt ?? lastSeen
    return end - min(end, time) > settle
  }

  /// Where somebody goes on, the operator that is to make something of the answer: the object that should
  /// have sent it may have been lost there.
  fileprivate func operatorBelow(_ life: Life) -> Life? {
    guard abandoned[life.id.rawValue] != nil, let below = life.downstream, !below.traits.contains(.root)
    else { return nil }
    return below
  }
}
