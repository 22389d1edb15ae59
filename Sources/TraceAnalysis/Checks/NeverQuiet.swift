package import TraceFormat

/// An operator that passes on a value once the clock has let it rest has passed on none: newer ones always
/// came first.
package struct NeverQuiet: Finding {
  package static let check = "never-quiet"
  private static let many: UInt64 = 100
  /// Nanoseconds. Pauses that people and programs are given are mostly shorter.
  private static let long: UInt64 = 300_000_000

  package static let description = RuleDescription(
    ofCheck: check, title: "waits for a pause that never comes",
    claim: """
      An operator that passes on a value once it has rested for a time has passed on none: newer ones \
      always came first.
      """,
    needs: """
      An operator such as `debounce`, and many values that came to it over some time.
      No subscription of its line has passed on a value. Values are recorded.
      """,
    excuses: """
      A short burst, or a few values.
      An operator that has ended: the end passes on the last value.
      An operator that keeps values until its time comes, as `buffer` does.
      """,
    thresholds: [
      .count("fewest values", many, "Fewer may be followed by a pause."),
      .duration("shortest time", long, "Pauses that people and programs are given are mostly shorter."),
    ],
    faulty: .program(
      "Faulty/waiting-gatherer/ChartRedraw",
      "A chart waits for quiet before it draws, and prices never pause."),
    healthy: .program(
      "Healthy/DraftsSaved",
      "A draft is saved when nobody has typed for a moment."))

  package let site: Site
  package let name: String
  package private(set) var lives: [Int]
  /// How many values came, and within how long.
  package let arrived: UInt64
  package let span: UInt64

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [NeverQuiet] {
    guard forest.totals.next > 0 else { return [] }
    return forest.livesBySite(
      forest.livesOfSites(where: { $0.contains(.timer) && $0.isDisjoint(with: [.source, .buffers]) })
    ) { !$0.wasAliveBefore }
    .compactMap { lives in
      // One of them that has passed a value on knows pauses.
      guard lives.allSatisfy({ $0.values == 0 }) else { return nil }
      let found = lives.compactMap { Self($0, forest) }
      guard var worst = found.max(by: { $0.arrived < $1.arrived }) else { return nil }
      worst.lives = found.flatMap(\.lives)
      return worst
    }
  }

  private init?(_ life: Life, _ forest: Forest) {
    guard life.ending == nil,
      let source = life.upstreams.first(where: { $0.role.kind == .source }),
      source.values >= Self.many, let first = source.firstValueAt, let last = source.lastValueAt
    else { return nil }
    arrived = source.values
    span = last - min(last, first)
    guard span >= Self.long else { return nil }
    site = life.site
    name = life.name
    lives = [life.number]
  }

  package var sentence: Sentence {
    "waits for a pause among its values: it has passed on none of the \(arrived, "value") that came within \(duration: span)"
  }

  package static func summary(_ findings: [NeverQuiet]) -> Sentence {
    "\(findings.count, "operator") that waited for a pause, and never had one"
  }
}
