package import TraceFormat

/// Each subscription of a call site ends as it begins, since its handle is a local that goes out of memory.
///
/// A `ScopedDisposable` or a bag that nobody keeps. The answer comes later, to nobody.
package struct EndedWithItsScope: Finding {
  package static let check = "ended-with-its-scope"
  private static let few = 3
  private static let fewestSince: UInt64 = 3
  /// A function is over in that time, in nanoseconds.
  private static let longest: UInt64 = 5_000_000

  package static let description = RuleDescription(
    ofCheck: check, title: "ended as its handle went out of scope",
    claim: """
      Each subscription of a call site ends as it begins, since its handle is a local that goes out of \
      memory.
      """,
    needs: """
      Several roots of a call site, each in a `ScopedDisposable` or a bag that went out of memory at once.
      Nobody disposed the bag, and it went on the thread that had subscribed.
      All of them ended so, before a value came. Values are recorded, and nothing was lost.
      One in a bag is enough, if its subject has sent several values since then.
      """,
    excuses: """
      A call site with one that was kept, or that had its value at once.
      A subscription to a subject that sends little or nothing afterwards: a look at it asks for nothing.
      A subject that sent something meanwhile, which was not for this subscription.
      """,
    thresholds: [
      .count("fewest", few, "One or two may be a chance."),
      .count("fewest values since", Int(fewestSince), "One subscription in a bag would have had so many."),
      .duration("longest life", longest, "A function is over in that time."),
      .duration("longest life in a bag", Thresholds.atOnce, "A bag may have been kept for a step."),
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
  /// The subject behind the first of them, and how many values it has sent since; 0 where there is none.
  private let source: Site
  private let since: UInt64

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [EndedWithItsScope] {
    guard forest.knowsValues, forest.lostRanges.isEmpty else { return [] }
    var isMeant = [Bool](repeating: false, count: forest.siteCount)
    for life in LifeScan(forest.table, .roots) where ended(life, forest) { isMeant[life.entryIndex] = true }
    return forest.livesBySite(LifeScan(forest.table, .sites(isMeant))) { $0.isRoot }
      .compactMap { lives in
        // One that was kept, or had its value at once, is what the call is for.
        guard lives.allSatisfy({ ended($0, forest) }) else { return nil }
        let subject = forest.hotOrigin(of: lives[0])
        let since = subject.map { forest.valuesSinceEnd(of: $0) } ?? 0
        // A look at a subject asks for nothing. One that sent something meanwhile was heard on purpose.
        if forest.listensToSubject(lives[0]) {
          guard since >= fewestSince, lives.allSatisfy({ forest.hotOrigin(of: $0)?.values == 0 }) else {
            return nil
          }
        } else if lives.count < few {
          return nil
        }
        return EndedWithItsScope(
          site: lives[0].site, name: lives[0].name, lives: lives.map(\.number),
          source: subject?.site ?? lives[0].site, since: since)
      }
  }

  private static func ended(_ life: Life, _ forest: Forest) -> Bool {
    guard !life.hasEnding, life.values == 0, !life.wasAliveBefore, !life.traits.contains(.source) else {
      return false
    }
    if forest.endedWithLocalBag(life) { return true }
    return life.isDisposed && life.reason == .deinitialized && forest.duration(of: life) < longest
      && life.owner.flatMap { forest[owner: $0] }?.kind == .scoped && !forest.listensToSubject(life)
  }

  package var sentence: Sentence {
    let ended: Sentence =
      lives.count == 1
      ? "ended as it began: its bag went out of memory before a value came"
      : "all \(count: lives.count) ended as they began: the handle of each went out of memory before a value came"
    return since == 0 ? ended : ended + "; \(site: source) has sent \(since, "value") since"
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
