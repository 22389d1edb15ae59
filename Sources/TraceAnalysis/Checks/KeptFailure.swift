package import TraceFormat

/// A shared connection failed, and its operator keeps that: each later subscriber gets the failure at once.
///
/// `share(replay:scope:)` with `.forever` keeps an answer for all. It keeps a failure as well, and nobody
/// asks again.
package struct KeptFailure: Finding {
  package static let check = "kept-failure"
  private static let few = 3

  package static let description = RuleDescription(
    ofCheck: check, title: "shares a failure for ever",
    claim: """
      The source of a shared connection failed once, and the failure is kept: each later subscriber gets \
      it at once, and nobody asks the source again.
      """,
    needs: """
      A call site with one connection, whose source failed without a value.
      Several later subscriptions of it for different subscribers, all of which failed at once and \
      without a source.
      They came over a longer time than the settle time. Values are recorded, and nothing was lost.
      """,
    excuses: """
      A share that connects anew for its next subscriber.
      A source that had sent values before it failed.
      Attempts of one `retry`: `vain-retry` tells of them.
      """,
    thresholds: [
      .count("fewest later subscribers", few, "One or two may have come at the same time."),
      .duration("at once", Thresholds.atOnce, "A subscription that begins no work is over in that time."),
    ],
    faulty: .program(
      "Field/Faulty/CachedEndpoint",
      "An address is asked for once and kept for ever, with the failure of that one time."),
    healthy: .program(
      "Healthy/TokenThatArrives",
      "A share fails twice, asks anew each time, and has its token at the third attempt."))

  package let site: Site
  package let name: String
  /// The later subscriptions.
  package let lives: [Int]
  package let source: Site
  package let failedAt: UInt64

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [KeptFailure] {
    // With losses, a connection may be what is missing.
    guard forest.lostRanges.isEmpty, forest.knowsValues else { return [] }
    var connections = [Int](repeating: 0, count: forest.siteCount)
    var failed = [Life?](repeating: nil, count: forest.siteCount)
    for connection in forest.connections {
      guard let member = connection.members.first else { continue }
      let place = forest.lives[member].entryIndex
      connections[place] += 1
      guard let source = connection.source.map({ forest.lives[$0] }), source.hasFailed, source.values == 0
      else { continue }
      failed[place] = source
    }
    let isMeant = failed.indices.map { failed[$0] != nil && connections[$0] == 1 }
    return forest.livesBySite(LifeScan(forest.table, .sites(isMeant))) { $0.connection == nil }
      .compactMap { lives in
        guard let source = failed[lives[0].entryIndex], let time = source.endedAt,
          lives.allSatisfy({ $0.hadFailedAsItBegan && $0.subscribedAt > time }),
          let last = lives.last, last.subscribedAt - time > verdicts.settle,
          Set(lives.lazy.map(\.root.index)).count >= few
        else { return nil }
        return KeptFailure(
          site: last.site, name: last.name, lives: lives.map(\.number), source: source.site, failedAt: time)
      }
  }

  package var sentence: Sentence {
    "\(site: source) failed at \(moment: failedAt), and the failure is kept: \(lives.count, "subscription") got it at once since then, without a connection of their own"
  }

  package static func summary(_ findings: [KeptFailure]) -> Sentence {
    "\(findings.count, "share") that \(words: findings.count == 1 ? "keeps" : "keep") a failure"
  }
}

extension Life {
  /// Whether it failed within the call that subscribed, and without a source of its own.
  fileprivate var hadFailedAsItBegan: Bool {
    guard hasFailed, values == 0, upstreams.isEmpty, let end = endedAt else { return false }
    return end - min(end, subscribedAt) < Thresholds.atOnce
  }
}
