package import TraceFormat

/// `flatMapLatest` of a subject to which several parts of the program send at once: all requests but the last
/// are replaced before they have an answer, burst after burst.
///
/// Where each value asks for something of its own, all of them are to be answered, as `flatMap` does. Where
/// only the newest one counts, each burst begins work for nothing, and a `debounce` above spares it.
package struct ReplacedAtOnce: Finding {
  package static let check = "replaced-at-once"
  private static let few = 3

  package static let description = RuleDescription(
    ofCheck: check, title: "only the last of each burst is answered",
    claim: """
      Values of a subject come in bursts. Each begins a request, which the next value replaces at once, so \
      only the last request of a burst is answered.
      """,
    needs: """
      An operator that ends its inner signal as the next one begins, such as `flatMapLatest`.
      Its source is a subject without a value for new subscribers. Nothing but operators such as `map` is \
      between.
      Several bursts on one thread, more than there are values that came alone. In each of them every \
      inner signal but the last was replaced at once, without a value, and the last one had one.
      Inner signals whose work is code of the program. Values are recorded, and nothing was lost.
      """,
    excuses: """
      A state, such as a `BehaviorSubject`: only its newest value counts.
      An operator with a clock, a queue or several inputs above it: it has made the bursts, or spared them.
      Values that come as somebody types, some milliseconds apart.
      """,
    thresholds: [
      .count("fewest bursts", few, "One or two may be a chance, as of a page that is opened twice."),
      .duration("at once", Thresholds.atOnce, "Nobody waits so short a time between two values."),
    ],
    faulty: .program(
      "Field/Faulty/DashboardResources",
      "The parts of a page each ask for their data, and one switch leads to the server."),
    healthy: .program(
      "Healthy/SpellChecker",
      "Each letter replaces the check of the word before it, and letters come one after the other."))

  package let site: Site
  package let name: String
  /// The inner signals that were replaced.
  package let lives: [Int]
  package let begun: Int
  package let bursts: Int
  package let source: Site

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [ReplacedAtOnce] {
    // With losses, the answer may be what is missing.
    guard forest.totals.next > 0, forest.lostRanges.isEmpty else { return [] }
    return forest.livesBySite(forest.livesOfSites(where: { $0.contains(.flattens) })) { !$0.wasAliveBefore }
      .compactMap { lives in
        lives.compactMap { Self($0, forest) }.max { $0.lives.count < $1.lives.count }
      }
  }

  private init?(_ life: Life, _ forest: Forest) {
    let inner = life.upstreams.filter { $0.role.kind == .inner }
    guard inner.count >= Self.few * 2, let source = life.firstSource.flatMap({ Self.subject(behind: $0) }),
      !Self.isState(source, forest)
    else { return nil }
    let groups = Self.groups(inner)
    let bursts = groups.filter { $0.count > 1 }
    guard bursts.count >= Self.few, bursts.count * 2 > groups.count else { return nil }
    let replaced = bursts.flatMap { $0.dropLast() }
    guard replaced.allSatisfy({ $0.values == 0 && forest.beginsWork($0) }),
      bursts.allSatisfy({ $0.last?.values ?? 0 > 0 })
    else { return nil }
    site = life.site
    name = life.name
    lives = replaced.map(\.number)
    begun = inner.count
    self.bursts = bursts.count
    self.source = source.site
  }

  /// The inner signals, put together with the one by which each was replaced at once.
  private static func groups(_ inner: [Life]) -> [[Life]] {
    var groups: [[Life]] = []
    for life in inner {
      if let last = groups.last?.last, last.isDisposed, last.reason == .replaced,
        last.thread == life.thread,
        life.subscribedAt - min(life.subscribedAt, last.subscribedAt) < Thresholds.atOnce
      {
        groups[groups.count - 1].append(life)
      } else {
        groups.append([life])
      }
    }
    return groups
  }

  /// The subject whose values come to `life` as they were sent: nothing on the way has a clock, a queue or
  /// several inputs.
  private static func subject(behind life: Life) -> Life? {
    var life = life
    while life.hotSource == nil {
      guard life.upstreams.count == 1, let above = life.firstSource,
        life.traits.isDisjoint(with: [.timer, .buffers, .gathers, .flattens])
      else { return nil }
      life = above
    }
    return life
  }

  /// Whether it is a state, which has a value for each subscriber: the first one came before the thread began
  /// anything else.
  private static func isState(_ source: Life, _ forest: Forest) -> Bool {
    guard forest.greets(source), let first = source.firstValueAt else { return false }
    var index = source.index.advanced(by: 1)
    while forest.lives.indices.contains(index), forest.lives[index].subscribedAt < first {
      if forest.lives[index].isRoot, forest.lives[index].thread == source.thread { return false }
      index = index.advanced(by: 1)
    }
    return true
  }

  package var otherSite: Site? { source.asSecond(to: site) }

  package var sentence: Sentence {
    "\(count: lives.count) of its \(begun, "inner signal") were replaced at once, before their first value, in \(bursts, "burst") of \(site: source): flatMap answers each value, and debounce begins only the last of a burst"
  }

  package static func summary(_ findings: [ReplacedAtOnce]) -> Sentence {
    "\(findings.count, "operator") that \(words: findings.count == 1 ? "answers" : "answer") only the last of each burst"
  }
}
