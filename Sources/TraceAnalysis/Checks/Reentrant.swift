package import TraceFormat

/// A subscriber sends into its own source: each value brings the next one.
package struct Reentrant: Finding {
  package static let check = "reentrant"

  package static let description = RuleDescription(
    ofCheck: check, title: "sent into its own source",
    claim: """
      A subscriber sends into its own source while it receives a value of it: each value brings the next \
      one.
      """,
    needs: """
      A value that was sent as another one of the same source was being received.
      It asks for a change if one value from outside brings several in a row, and hardly one of them \
      brings more than one.
      """,
    excuses: """
      An answer to a value, or a few steps that follow from each other.
      A list of work that grows by several at a time.
      A loop that an operator with a clock or a queue paces.
      """,
    thresholds: [
      .count("fewest in a row", many, "Fewer are an answer and its consequences.")
    ],
    faulty: .program(
      "Faulty/reentrant-cycle/SelfFeedingSubject",
      "A subscriber sends the rest of a count into its own subject, until nothing is left."),
    healthy: .program(
      "Healthy/WorkList",
      "A subject is the list of nodes to visit: each one sends the nodes behind it."))

  package let site: Site
  package let name: String
  package let lives: [Int]
  /// The number of values that were sent while another one was being received, and of all values.
  package let reentries: UInt64
  package let values: UInt64
  /// How many of them one value from outside brought, at most.
  package let longestRun: UInt64
  /// How many were not the first that one value brought: a list of work grows by several at a time, a loop by
  /// one.
  package let siblings: UInt64
  /// The call sites that the values pass, from the source to the sending subscriber; empty where they are not
  /// known.
  package let cycle: [Site]

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [Reentrant] {
    guard forest.totals.overlaps > 0 else { return [] }
    return forest.livesBySite(forest.rareLives) { $0.reentries > 0 }.map { lives in
      let cycle = lives.first { !$0.cycle.isEmpty }?.cycle ?? []
      return Reentrant(
        site: lives[0].site, name: lives[0].name, lives: lives.map(\.number),
        reentries: lives.reduce(0) { $0 + $1.reentries }, values: lives.reduce(0) { $0 + $1.values },
        longestRun: lives.lazy.map(\.longestReentryRun).max() ?? 0,
        siblings: lives.reduce(0) { $0 + $1.reentrySiblings },
        cycle: cycle.map { forest.lives[$0].site })
    }
  }

  /// An answer to a value, a few steps that follow from each other, and a list of open work are ways to work.
  /// Many values that bring one more each are a loop.
  package var isTrouble: Bool { longestRun >= Self.many && siblings < reentries / 4 }

  private static let many: UInt64 = 5

  package var sentence: Sentence {
    let what: Sentence =
      longestRun > 1
      ? "\(count: reentries) of \(values, "value") were sent by a subscriber that was receiving one, up to \(count: longestRun) in a row"
      : "\(count: reentries) of \(values, "value") were sent by a subscriber that was receiving one"
    guard let first = cycle.first else { return what }
    let way = cycle.dropFirst().reduce("\(site: first)") { $0 + ", \(site: $1)" } as Sentence
    return what + ": \(way), and into \(site: first) again"
  }

  package static func summary(_ findings: [Reentrant]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.reentries }, "value") sent into their own source"
  }
}
