package import TraceFormat

/// Each value of a subject leads, over a queue, to the next value of the same subject, and nothing in that
/// loop ends it.
///
/// An answer to an action is dispatched as an action, and it is the very action that is answered. On one
/// thread each value waits for the one before it, and `reentrant` tells so.
package struct SelfTriggered: Finding {
  package static let check = "self-triggered"
  private static let few: UInt32 = 40
  /// A loop that has rested for so many rounds has come to its end.
  private static let rest: UInt64 = 4

  package static let description = RuleDescription(
    ofCheck: check, title: "triggers itself again and again",
    claim: """
      A value of a subject leads to the next value of it, and that to the next. Nothing in the loop ends it.
      """,
    needs: """
      Many values of one subscription to a subject in a row, each of which the one before has led to, over \
      a queue or another thread.
      Hardly one of them has led to more than one.
      The loop went on until somebody from outside disposed it, or until the recording ended. Values are \
      recorded, and nothing was lost.
      """,
    excuses: """
      A loop that an operator with a clock paces.
      A list of work, where one value leads to several.
      A loop that came to rest, or was ended by an operator or a closure of its own.
      Values that are sent while the one before is being delivered: `reentrant` tells of these.
      """,
    thresholds: [
      .count("fewest in a row", few, "Fewer may be an answer and its consequences."),
      .times("longest rest", rest, "A loop that has not sent for so many of its rounds is over."),
    ],
    faulty: .program(
      "Field/Faulty/ClearedModules",
      "The answer to the action that clears a module is that action itself."),
    healthy: .mended(
      "Field/Faulty/ClearedModules",
      "The answer is an action of another kind, which nothing answers."))

  /// The last operator of the loop that makes something of the values.
  package let site: Site
  package let name: String
  package let lives: [Int]
  package let rounds: UInt64
  /// The subject, and the calls that its values pass until they come to it again.
  package let source: Site
  package let way: [Site]

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [SelfTriggered] {
    // With losses, the end of the loop may be what is missing.
    guard forest.totals.next > 0, forest.lostRanges.isEmpty else { return [] }
    return forest.livesBySite(forest.rareLives) { $0.reentries == 0 && $0.loop.rounds >= few }
      .compactMap { lives in
        lives.compactMap { Self($0, $0.loop, forest) }.max { $0.rounds < $1.rounds }
      }
  }

  private init?(_ life: Life, _ loop: ValueLoop, _ forest: Forest) {
    guard loop.siblings < loop.rounds / 4, loop.lives.first == life.index,
      loop.goesOn(until: life.endedAt ?? forest.lastSeen, longestRest: Self.rest)
    else { return nil }
    let steps = loop.lives.map { forest.lives[$0] }
    guard !steps.contains(where: \.hasEndedByItself) else { return nil }
    let place = steps.last { $0.traits.isDisjoint(with: [.root, .buffers]) && $0.hotSource == nil } ?? life
    site = place.site
    name = place.name
    lives = steps.map(\.number).sorted()
    rounds = UInt64(loop.rounds)
    source = life.site
    way = steps.dropFirst().map(\.site)
  }

  package var otherSite: Site? { way.last?.asSecond(to: site) }

  package var sentence: Sentence {
    let calls: [Sentence] = way.map { "\(site: $0)" }
    let passed = calls.dropFirst().reduce(calls.first ?? "") { $0 + ", \($1)" }
    return
      "\(count: rounds) values of \(site: source) in a row have each led to the next one: \(passed), and into \(site: source) again; nothing in this loop ended it"
  }

  package static func summary(_ findings: [SelfTriggered]) -> Sentence {
    "\(findings.count, "loop") that \(words: findings.count == 1 ? "triggers itself" : "trigger themselves") again and again"
  }
}

extension ValueLoop {
  /// Whether it was still going at that time.
  fileprivate func goesOn(until time: UInt64, longestRest: UInt64) -> Bool {
    guard rounds > Self.countedFrom else { return false }
    let round = (lastAt - min(lastAt, countedAt)) / UInt64(rounds - Self.countedFrom)
    return time - min(time, lastAt) <= longestRest * max(1, round)
  }
}

extension Life {
  /// Whether it completed or failed, or something that was recorded led to its disposal.
  fileprivate var hasEndedByItself: Bool {
    hasEnding || isDisposed && reason.isOfProgram && disposalFields.hasCause
  }
}
