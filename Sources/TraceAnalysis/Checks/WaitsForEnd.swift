package import TraceFormat

/// An operator that sends only as its source ends, `reduce` or `collect()`, has a source that does not.
package struct WaitsForEnd: Finding {
  package static let check = "waits-for-end"
  /// Of what never ends by itself a few say enough; what was disposed has had its time; the rest may be about to end.
  private static let few: UInt64 = 5
  private static let some: UInt64 = 20
  private static let many: UInt64 = 50

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
      let found = lives.compactMap { Self($0, forest, verdicts.settle) }
      guard var worst = found.max(by: { $0.arrived < $1.arrived }) else { return nil }
      worst.lives = found.flatMap(\.lives)
      return worst
    }
  }

  private init?(_ life: Life, _ forest: Forest, _ settle: UInt64) {
    guard let source = forest.upstreams(of: life).first(where: { $0.role.kind == .source }),
      source.ending == nil,
      let first = source.firstValueAt, let last = source.lastValueAt, last - min(last, first) > settle,
      let origin = forest.unendedRoot(of: source)
    else { return nil }
    let least =
      origin.traits.contains(.endless)
      ? Self.few : life.isDisposed && !forest.isPutAway(life) ? Self.some : Self.many
    guard source.values >= least else { return nil }
    site = life.site
    name = life.name
    lives = [life.number]
    arrived = source.values
    self.source = origin.site
  }

  package var sentence: Sentence {
    "sends only as its source ends, and \(site: source) has not: \(arrived, "value") came, and none was passed on"
  }

  package static func summary(_ findings: [WaitsForEnd]) -> Sentence {
    "\(findings.count, "operator") that waited for the end of a source without one"
  }
}

extension Forest {
  /// Where the values of an input begin, as far as there is one way to go and nothing on it ends it sooner; nil where something
  /// does.
  fileprivate func unendedRoot(of input: Life) -> Life? {
    var life = input
    while life.traits.isDisjoint(with: .stops) {
      guard life.upstreams.count == 1, let next = self[life.upstreams[0]], next.carriesData else {
        return life.upstreams.isEmpty && !life.traits.contains(.ends) ? life : nil
      }
      life = next
    }
    return nil
  }
}
