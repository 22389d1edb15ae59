package import TraceFormat

/// `concat`, `then` or `concatMap` in which a signal never completes: the signals behind it are never
/// subscribed to.
///
/// Only a completion leads from one signal to the next. A relay, `interval` or `never` has none; a subject
/// that has not completed when the program ends in good order had none either.
package struct NeverReached: Finding {
  package static let check = "never-reached"
  private static let names: Set<String> = ["concat", "then", "append"]
  private static let queueNames: Set<String> = ["concat", "concatMap"]
  /// The fewest values of a subject that has not completed: at an orderly end, and in a recording that was
  /// cut.
  private static let few: UInt64 = 5
  private static let many: UInt64 = 50

  package static let description = RuleDescription(
    ofCheck: check, title: "stays with its first signal",
    claim: """
      A signal of `concat`, `then` or `concatMap` never completes: the signals behind it are never \
      subscribed to.
      """,
    needs: """
      An operator that has begun one signal only, for longer than the settle time, and has not ended.
      The source of that signal never completes. Or it is a subject that has sent several values and has \
      not completed. Values are recorded, and nothing was lost.
      For `concatMap`, a value that waits.
      """,
    excuses: """
      A line of which another subscription has gone on to its second signal.
      A signal with something above its source that ends it.
      A property, which completes as its object goes.
      """,
    thresholds: [
      .count(
        "fewest values of a subject", few,
        "If the program has come to an orderly end, and the subject has not completed."),
      .count("fewest values, where the recording was cut", many, "The end may be about to come."),
    ],
    faulty: .program(
      "Faulty/waiting-gatherer/GreetingThenNews",
      "News stand behind a greeting that is a relay, and a relay never completes."),
    healthy: .program(
      "Healthy/StoredThenLive",
      "The stored values come first and end. The live ones follow."))

  package let site: Site
  package let name: String
  package private(set) var lives: [Int]
  /// Where the values of the first signal begin, and how many came.
  package let source: Site
  package let arrived: UInt64
  /// The source cannot complete, whatever happens.
  package let isEndless: Bool
  /// Of `concatMap`: how many values wait for their turn. Else the first signal of a list is meant.
  package let waiting: UInt64

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [NeverReached] {
    // With losses, the completion may be what is missing.
    guard forest.lostRanges.isEmpty, forest.knowsValues else { return [] }
    // The same name, where it buffers, is of a signal of signals.
    let isMeant = forest.table.sites.map {
      $0.site.traits.contains(.buffers)
        ? queueNames.contains($0.site.operatorName) : names.contains($0.site.operatorName)
    }
    guard isMeant.contains(true) else { return [] }
    return forest.livesBySite(LifeScan(forest.table, .sites(isMeant))) { !$0.wasAliveBefore }
      .compactMap { lives in
        // One that has gone on shows that the first signal does end.
        guard lives.allSatisfy({ $0.ending == nil && forest.parts(of: $0).count <= 1 }) else { return nil }
        let found = lives.compactMap { Self($0, forest, verdicts.settle) }
        guard var worst = found.max(by: { $0.arrived < $1.arrived }) else { return nil }
        worst.lives = found.flatMap(\.lives)
        return worst
      }
  }

  private init?(_ life: Life, _ forest: Forest, _ settle: UInt64) {
    guard let first = forest.parts(of: life).first, first.ending == nil,
      forest.duration(of: life) > settle,
      let origin = forest.unendedRoot(of: first)
    else { return nil }
    let isEndless = origin.traits.contains(.endless)
    if !isEndless {
      // One that was disposed in between may have been about to end.
      let wasLeft = forest.endsOrderly && (life.isAlive || forest.isPutAway(life))
      guard origin.traits.contains(.hot), !origin.traits.contains(.endsWithItsObject),
        first.values >= (wasLeft ? Self.few : Self.many)
      else { return nil }
    }
    site = life.site
    name = life.name
    lives = [life.number]
    source = origin.site
    arrived = first.values
    self.isEndless = isEndless
    let source = life.upstreams.first { $0.role.kind == .source && $0.index != first.index }
    waiting = source.map { $0.values - min($0.values, 1) } ?? 0
    // In a queue the next value may not have come.
    if life.traits.contains(.buffers), waiting == 0 { return nil }
  }

  package var otherSite: Site? { source.asSecond(to: site) }

  package var sentence: Sentence {
    let what: Sentence =
      waiting > 0
      ? "\(waiting, "value") \(words: waiting == 1 ? "waits" : "wait") for their turn"
      : "no other signal was begun"
    return
      "goes on only as its first signal completes, and waits: \(site: source) \(words: isEndless ? "never completes" : "has not completed"); \(arrived, "value") came from it, and "
      + what
  }

  package static func summary(_ findings: [NeverReached]) -> Sentence {
    "\(findings.count, "concat") behind a first signal that does not complete"
  }
}

extension Forest {
  /// The signals that `concat` has subscribed to one after the other, or those that `concatMap` has.
  fileprivate func parts(of life: Life) -> [Life] {
    let isQueue = life.traits.contains(.buffers)
    return life.upstreams.filter { isQueue ? $0.role.kind == .inner : $0.carriesData }
  }
}
