package import TraceFormat

/// Each subscription of a call site ends as it begins, since its handle is a local that goes out of memory.
///
/// A `ScopedDisposable` that nobody keeps. The answer comes later, to nobody.
package struct EndedWithItsScope: Finding {
  package static let check = "ended-with-its-scope"
  private static let few = 3
  /// A function is over in that time, in nanoseconds.
  private static let longest: UInt64 = 5_000_000

  package static let description = RuleDescription(
    ofCheck: check, title: "ended as its handle went out of scope",
    claim: """
      Each subscription of a call site ends as it begins, since its handle is a local that goes out of \
      memory.
      """,
    needs: """
      Several roots of a call site, each in a `ScopedDisposable` that went out of memory at once.
      All of them ended so, before a value came. Values are recorded, and nothing was lost.
      """,
    excuses: """
      A call site with one that was kept, or that had its value at once.
      A subscription to a subject: a look at it asks for nothing.
      """,
    thresholds: [
      .count("fewest", few, "One or two may be a chance."),
      .duration("longest life", longest, "A function is over in that time."),
    ],
    faulty: .program(
      "Field/Faulty/BerryLookup",
      "The handle of each request is a local, so the request is cancelled as the function returns."),
    healthy: .program(
      "Healthy/VisitsWithScopes",
      "A scoped handle ends each visit's subscription as the visit ends."))

  package let site: Site
  package let name: String
  package let lives: [Int]

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [EndedWithItsScope] {
    guard forest.knowsValues, forest.lostRanges.isEmpty else { return [] }
    var isMeant = [Bool](repeating: false, count: forest.siteCount)
    for life in LifeScan(forest.table, .roots) where ended(life, forest) { isMeant[life.entryIndex] = true }
    return forest.livesBySite(LifeScan(forest.table, .sites(isMeant))) { $0.isRoot }
      .compactMap { lives in
        // One that was kept, or had its value at once, is what the call is for.
        guard lives.count >= few, lives.allSatisfy({ ended($0, forest) }) else { return nil }
        return EndedWithItsScope(site: lives[0].site, name: lives[0].name, lives: lives.map(\.number))
      }
  }

  private static func ended(_ life: Life, _ forest: Forest) -> Bool {
    life.isDisposed && life.reason == .deinitialized && !life.hasEnding && life.values == 0
      && life.owner.flatMap { forest[owner: $0] }?.kind == .scoped && !life.wasAliveBefore
      && forest.duration(of: life) < longest
      && !life.traits.contains(.source) && !forest.listensToSubject(life)
  }

  package var sentence: Sentence {
    "all \(count: lives.count) ended as they began: the handle of each went out of memory before a value came"
  }

  package static func summary(_ findings: [EndedWithItsScope]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.lives.count }, "subscription") whose handle nobody kept"
  }
}

extension Forest {
  /// Whether a subject is behind it: who listens for a moment, and hears nothing, has not asked for anything.
  fileprivate func listensToSubject(_ life: Life) -> Bool {
    unendedRoot(of: life).map { $0.traits.contains(.hot) } ?? false
  }
}
