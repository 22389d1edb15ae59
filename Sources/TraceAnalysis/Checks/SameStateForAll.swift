package import TraceFormat

/// An operator begins a signal for each value of a state, ends none, and all of these signals follow one
/// other state.
///
/// `name.flatMap { name in password.map { … } }`: after four names each new password comes four times. As Rx:
/// `withLatestFrom` to look at the state, or `flatMapLatest` to follow it for the newest value only.
package struct SameStateForAll: Finding {
  package static let check = "same-state-for-all"
  private static let few = 3
  /// The value of the beginning, and two changes.
  private static let fewValues: UInt64 = 3

  package static let description = RuleDescription(
    ofCheck: check, title: "follows one state several times",
    claim: """
      An operator begins an inner signal for each value of a state and ends none of them. All follow one \
      other state, so each change of it comes several times.
      """,
    needs: """
      An operator such as `flatMap`, with several inner signals of a line that live at the same time.
      Both its source and the inner signals pass on each value of a subject or a property that gives a \
      value to every subscriber as it comes. It is the same one for all inner signals.
      Several changes of it that came through all of them. Values are recorded.
      """,
    excuses: """
      Inner signals that leave out values, as with `filter`: each may be meant for values of its own.
      A source of events: all of them may matter.
      An operator that ends an inner signal as the next one begins, such as `flatMapLatest`.
      """,
    thresholds: [
      .count("fewest inner signals", few, "Two may be a change that is under way."),
      .count("fewest values of each", fewValues, "The value of the beginning, and two changes."),
    ],
    faulty: .program(
      "Field/Faulty/CorrectedLogin",
      "Each name follows the password field, so a new password signs in with all names so far."),
    healthy: .program(
      "Healthy/ContactList",
      "Each contact follows the same stream of presences, and takes its own out of it."))

  package let site: Site
  package let name: String
  /// The inner signals.
  package let lives: [Int]
  package let state: Site

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [SameStateForAll] {
    guard forest.totals.next > 0 else { return [] }
    return forest.livesBySite(forest.livesOfSites(where: { $0.contains(.flattens) })) {
      !$0.wasAliveBefore && $0.upstreams.count > few
    }
    .compactMap { lives in
      lives.compactMap { Self($0, forest) }.max { $0.lives.count < $1.lives.count }
    }
  }

  private init?(_ life: Life, _ forest: Forest) {
    guard let outer = life.firstSource.flatMap({ forest.unfilteredOrigin(of: $0) }), forest.greets(outer)
    else { return nil }
    // They live as long as the operator does.
    let inner = life.upstreams.filter {
      $0.role.kind == .inner && $0.ending == nil && ($0.isAlive || $0.reason == .downstream)
    }
    guard inner.count >= Self.few, let line = inner.last?.entryIndex else { return nil }
    var followers: [UInt64: [(inner: Life, state: Life)]] = [:]
    for signal in inner where signal.entryIndex == line {
      guard let state = forest.followedState(of: signal), let source = state.hotSource else { return nil }
      followers[source, default: []].append((signal, state))
    }
    guard followers.count == 1, let all = followers.first?.value, all.count >= Self.few,
      forest.greets(all[0].state), all[0].state.hotSource != outer.hotSource,
      all.count(where: { $0.state.values >= Self.fewValues }) >= Self.few
    else { return nil }
    site = life.site
    name = life.name
    lives = all.map(\.inner.number)
    state = all[0].state.site
  }

  package var sentence: Sentence {
    "\(count: lives.count) of its inner signals follow the same \(site: state), and none ends as the next one begins: each value of it comes \(count: lives.count) times"
  }

  package static func summary(_ findings: [SameStateForAll]) -> Sentence {
    "\(findings.count, "operator") that \(words: findings.count == 1 ? "follows" : "follow") one state several times"
  }
}

extension Forest {
  /// The state whose values an inner signal passes on, or flattens in its turn.
  fileprivate func followedState(of inner: Life) -> Life? {
    guard inner.traits.contains(.flattens) else { return unfilteredOrigin(of: inner) }
    let sources = inner.upstreams.filter { $0.role.kind == .source }
    return sources.count == 1 ? unfilteredOrigin(of: sources[0]) : nil
  }
}
