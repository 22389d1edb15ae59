package import TraceFormat

/// `share(replay:)` of work that completes: each later subscriber begins the work anew, and the replay serves
/// nobody.
///
/// The share ends with its source, and its kept values go with it. It is meant for sources that go on. With
/// `scope: .forever` one answer is kept for all subscribers.
package struct RestartedShare: Finding {
  package static let check = "restarted-share"
  /// The operator: one that keeps nothing is meant to begin anew.
  private static let name = "share(replay:)"
  private static let few = 3

  package static let description = RuleDescription(
    ofCheck: check, title: "share begins its source anew for each",
    claim: """
      A `share(replay:)` of work that completes begins it anew for each later subscriber, and the replay \
      serves nobody.
      """,
    needs: """
      Several connections of one signal, each with one subscriber, one after the other.
      Each completed with the same number of values, at least one. Nothing was lost.
      """,
    excuses: """
      A `share()` that keeps nothing: it is meant to begin anew.
      Connections that a second subscriber joined, or that began beside another one.
      A source that is a subject, a clock or endless.
      """,
    thresholds: [
      .count("fewest connections", few, "Twice may be a reload.")
    ],
    faulty: .program(
      "Faulty/missing-share/RepeatedCatalogue",
      "The share of a catalogue ends with its answer, so each later page loads the catalogue anew."),
    healthy: .program(
      "Healthy/SharedTickerRestarts",
      "A shared clock begins with its first reader and ends with its last."))

  package let site: Site
  package let name: String
  /// The share's own subscriptions, one for each connection.
  package let lives: [Int]
  package let source: Site

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [RestartedShare] {
    guard forest.lostRanges.isEmpty else { return [] }
    var groups: [UInt64: [(operator: Life, source: Life, origin: Life)]] = [:]
    for connection in forest.connections where connection.members.count == 1 {
      let shared = forest.lives[connection.members[0]]
      guard let source = connection.source.map({ forest.lives[$0] }), !source.wasAliveBefore,
        shared.site.operatorName == name, let origin = forest.onlyOrigin(of: source)
      else { continue }
      groups[origin.firstOfSignal, default: []].append((shared, source, origin))
    }
    return groups.values.compactMap { group in
      guard group.count >= few else { return nil }
      let inOrder = group.sorted { $0.source.index < $1.source.index }
      let values = inOrder[0].source.values
      // One after the other, each to its end, and each with the same outcome.
      var last: UInt64 = 0
      for (_, source, _) in inOrder {
        guard source.ending?.kind == .completed, let end = source.endedAt, source.subscribedAt >= last,
          values > 0, source.values == values
        else { return nil }
        last = end
      }
      return RestartedShare(
        site: inOrder[0].operator.site, name: inOrder[0].operator.name, lives: inOrder.map(\.operator.number),
        source: inOrder[0].origin.site)
    }
    .sorted { $0.lives[0] < $1.lives[0] }
  }

  package var otherSite: Site? { source.asSecond(to: site) }

  package var sentence: Sentence {
    "began \(site: source) anew \(count: lives.count) times: it had completed each time, and each connection had one subscriber; if one answer is for all, scope: .forever keeps it"
  }

  package static func summary(_ findings: [RestartedShare]) -> Sentence {
    "\(findings.count, "share") that began its source anew for each subscriber"
  }
}

extension Forest {
  /// Where the values of a life begin, if there is one way up.
  fileprivate func onlyOrigin(of life: Life) -> Life? {
    var life = life
    while let next = life.upstreams.first {
      guard life.upstreams.count == 1 else { return nil }
      life = next
    }
    return life.traits.isDisjoint(with: [.hot, .timer, .endless]) ? life : nil
  }
}
