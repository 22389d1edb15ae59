package import TraceFormat

/// Values found no room in an operator that may hold only so many, and were dropped, as it was told to.
package struct Overflown: Finding {
  package static let check = "overflown"

  package static let description = RuleDescription(
    ofCheck: check, title: "dropped for want of room",
    claim: "Values found no room in an operator that may hold only so many, and were dropped.",
    needs: """
      An operator with a bound, such as `deliver(on:bound:)`, and a value that came when it was full.
      """,
    excuses: "It never asks for a change: somebody chose the bound.",
    faulty: .text("A slow queue may hold ten values, and the eleventh is dropped."),
    healthy: .text("A bound that is never reached."))

  package let site: Site
  package let name: String
  package let lives: [Int]
  package let values: UInt64

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [Overflown] {
    guard forest.totals.dropped > 0 else { return [] }
    return forest.livesBySite(forest.rareLives) { $0.overflownValues > 0 }.map { lives in
      Overflown(
        site: lives[0].site, name: lives[0].name, lives: lives.map(\.number),
        values: lives.reduce(0) { $0 + $1.overflownValues })
    }
  }

  /// Somebody asked for it.
  package var isTrouble: Bool { false }

  package var sentence: Sentence {
    "\(values, "value") found no room and \(words: values == 1 ? "was" : "were") dropped: more came than may wait"
  }

  package static func summary(_ findings: [Overflown]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.values }, "value") dropped because no room was left"
  }
}
