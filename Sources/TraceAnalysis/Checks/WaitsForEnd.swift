package import TraceFormat

/// An operator that sends only as its source ends, `reduce` or `collect()`, has a source that does not.
package struct WaitsForEnd: Finding {
  package static let check = "waits-for-end"
  /// A source that cannot end needs no value at all. A property ends with its object, so a few of its values
  /// are needed. More are needed of a disposed operator, which had its time. Any other one may be about to
  /// end.
  private static let few: UInt64 = 5
  private static let fewDisposed = 3
  private static let some: UInt64 = 20
  private static let many: UInt64 = 50

  package static let description = RuleDescription(
    ofCheck: check, title: "waits for an end that never comes",
    claim: """
      An operator that sends only as its source ends, such as `reduce` or `collect()`, has a source that \
      does not end.
      """,
    needs: """
      An operator that has sent nothing and has not ended, and a source of it that never ends, for \
      longer than the settle time.
      Or a source that might end, and so many values of it that its end is not to be expected.
      Or a gathering operator that was disposed again and again without a value.
      """,
    excuses: """
      A source with something above it that ends it.
      A line of which another subscription was told of an end.
      An operator that was disposed after a few values: its subscriber may have lost interest.
      """,
    thresholds: [
      .count("fewest values of a property", few, "A property ends with its object."),
      .count("fewest values of a disposed operator", Self.some, "It had its time."),
      .count("fewest values of any other source", many, "It may be about to end."),
      .count(
        "fewest disposed without a value", fewDisposed,
        "Of an operator that gathers the ends of several."),
    ],
    faulty: .program(
      "Faulty/waiting-gatherer/CashUp",
      "A day's total is a `reduce` over a relay, which never completes."),
    healthy: .program(
      "Healthy/DailyTotals",
      "A day's sales are added up at its end. The last day is not over as the program ends."))

  package let site: Site
  package let name: String
  package private(set) var lives: [Int]
  /// How many values came, and where they begin.
  package let arrived: UInt64
  package let source: Site

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [WaitsForEnd] {
    guard forest.totals.next > 0 else { return [] }
    return forest.livesBySite(forest.livesOfSites(where: { $0.contains(.ends) && !$0.contains(.source) })) {
      !$0.wasAliveBefore
    }
    .compactMap { lives in
      // One of them that was told of an end shows that there is one.
      guard lives.allSatisfy({ $0.ending == nil && $0.values == 0 }) else { return nil }
      // A `forkJoin` that is disposed again and again without a value waits for sources that do not complete.
      // A subscriber of a count or a sum may have lost interest.
      let areAllDisposed =
        lives[0].traits.contains(.gathers) && lives.count >= fewDisposed && lives.allSatisfy(\.isDisposed)
        && lives.count { !forest.isPutAway($0) } * 2 > lives.count
      let found = lives.compactMap { Self($0, forest, verdicts.settle, areAllDisposed: areAllDisposed) }
      guard var worst = found.max(by: { $0.arrived < $1.arrived }) else { return nil }
      worst.lives = found.flatMap(\.lives)
      return worst
    }
  }

  private init?(_ life: Life, _ forest: Forest, _ settle: UInt64, areAllDisposed: Bool) {
    // Of several inputs one that cannot end is enough.
    let inputs = life.upstreams.filter { $0.role.kind == .source && $0.ending == nil }
      .compactMap { input in forest.unendedRoot(of: input).map { (source: input, origin: $0) } }
    guard let (source, origin) = inputs.first(where: { $0.origin.traits.contains(.endless) }) ?? inputs.first
    else { return nil }
    let isEndless = origin.traits.contains(.endless)
    guard isEndless || source.values >= (areAllDisposed ? 1 : Self.least(life, origin, forest))
    else { return nil }
    let waited =
      isEndless || areAllDisposed
      ? forest.duration(of: life)
      : (source.lastValueAt ?? 0) - min(source.lastValueAt ?? 0, source.firstValueAt ?? 0)
    guard waited > settle else { return nil }
    site = life.site
    name = life.name
    lives = [life.number]
    arrived = source.values
    self.source = origin.site
  }

  private static func least(_ life: Life, _ origin: Life, _ forest: Forest) -> UInt64 {
    if origin.traits.contains(.endsWithItsObject) { return few }
    return life.isDisposed && !forest.isPutAway(life) ? some : many
  }

  package var otherSite: Site? { source.asSecond(to: site) }

  package var sentence: Sentence {
    "sends only as its source ends, and \(site: source) has not: \(arrived, "value") came, and none was passed on"
  }

  package static func summary(_ findings: [WaitsForEnd]) -> Sentence {
    "\(findings.count, "operator") that waited for the end of a source without one"
  }
}

extension Forest {
  /// Where the values of an input begin, as far as there is one way to go and nothing on it ends it sooner;
  /// nil where something does.
  func unendedRoot(of input: Life) -> Life? {
    var life = input
    while life.traits.isDisjoint(with: .stops) {
      guard life.upstreams.count == 1, let next = life.upstreams.first, next.carriesData else {
        return life.upstreams.isEmpty && !life.traits.contains(.ends) ? life : nil
      }
      life = next
    }
    return nil
  }
}
