package import TraceFormat

/// Subscribers that hear their end get one answer each, and their end cannot come: the source of the answers
/// never completes.
///
/// A picker that is closed as its chain completes, over a relay that tells of each pick. As Rx: `take(1)`
/// above the operator that makes the answer.
package struct AwaitedEnd: Finding {
  package static let check = "awaited-end"
  private static let few = 3

  package static let description = RuleDescription(
    ofCheck: check, title: "an awaited end cannot come",
    claim: """
      Subscribers hear their end, and each had its one answer. Their end cannot come, as the source in \
      front of the answer never completes.
      """,
    needs: """
      Several subscriptions of a line that are told of their end, each held by an owner. All had exactly \
      one value.
      An operator such as `flatMap` above each, whose inner signal completed with that value.
      A source of it that cannot complete, such as a relay, and nothing on the way that ends it early.
      All went on for longer than the settle time, and none ended before the program did. Values are \
      recorded, and nothing was lost.
      """,
    excuses: """
      A line of which one ended, or had several values: the source is a stream.
      A subscription without an owner, as of a task that reads values: it is cancelled with its task.
      """,
    thresholds: [
      .count("fewest", few, "One or two answers may be all of a stream so far.")
    ],
    faulty: .program(
      "Field/Faulty/PickedPictures",
      "A picker is closed as its picture is complete. The picks are a relay, so it stays open."),
    healthy: .mended(
      "Field/Faulty/PickedPictures",
      "Only the first pick is taken, and the chain ends with its picture."))

  /// The operator above the subscribers.
  package let site: Site
  package let name: String
  /// The subscribers.
  package let lives: [Int]
  package let source: Site

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [AwaitedEnd] {
    // With losses, an end may be what is missing.
    guard forest.totals.next > 0, forest.lostRanges.isEmpty else { return [] }
    return forest.livesBySite(
      forest.livesOfSites(where: { $0.contains(.root) && !$0.contains(.unheardEnd) })
    ) { !$0.wasAliveBefore && $0.isRoot }
    .compactMap { lives in
      guard lives.count >= few, lives.allSatisfy({ $0.values == 1 && $0.owner != nil }) else { return nil }
      let sources = lives.compactMap { forest.sourceWithoutEnd(of: $0, verdicts.settle) }
      guard sources.count == lives.count, let operation = lives[0].firstSource,
        lives.allSatisfy({ $0.firstSource?.entryIndex == operation.entryIndex })
      else { return nil }
      return AwaitedEnd(
        site: operation.site, name: operation.name, lives: lives.map(\.number), source: sources[0].site)
    }
  }

  package var sentence: Sentence {
    "its \(lives.count, "subscriber") had a value each and hear their end, which cannot come by itself: the inner signals completed, and \(site: source) never does"
  }

  package static func summary(_ findings: [AwaitedEnd]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.lives.count }, "subscriber") whose end cannot come"
  }
}

extension Forest {
  /// Of a root that goes on after its answer: the endless source in front of the operator that flattened the
  /// answer. Nil where the end may still come.
  fileprivate func sourceWithoutEnd(of root: Life, _ settle: UInt64) -> Life? {
    guard !root.hasEnding, root.isAlive || isPutAway(root), let answer = root.lastValueAt,
      let flattening = root.firstSource, root.upstreams.count == 1, flattening.traits.contains(.flattens)
    else { return nil }
    let end = root.endedAt ?? ended
    let inner = flattening.upstreams.filter { $0.role.kind == .inner }
    guard end - min(end, answer) > settle, inner.count == 1, inner[0].values == 1, inner[0].hasEnding,
      !inner[0].hasFailed, flattening.traits.isDisjoint(with: .stops),
      let source = flattening.firstSource.flatMap({ unendedRoot(of: $0) })
    else { return nil }
    return source.traits.contains(.endless) && !source.traits.contains(.timer) ? source : nil
  }
}
