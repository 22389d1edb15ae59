internal import TraceFormat

/// Puts together the breaks that are the same leak, and describes each leak by one of them.
struct LeakGroups: Sendable {
  fileprivate struct Key: Hashable {
    let reason: Leak.Reason
    let confidence: Confidence
    let site: Site
    let place: PathHash
    /// The types of the evidence, but for an input that has completed.
    let evidence: [ObjectIdentifier]

    init(_ each: Break, _ judgement: Judgement) {
      reason = each.reason
      confidence = each.confidence
      site = each.site
      let isDownstream = each.reason.traits.contains(.placedDownstream)
      place = judgement.facts.places[isDownstream ? each.downstream ?? each.top : each.top]
      // That one of a line waits for an input, and another has none, does not make two leaks.
      evidence = each.evidence.filter { !($0 is InputCompleted) }.map { ObjectIdentifier(type(of: $0)) }
    }
  }

  private let judgement: Judgement
  private let facts: Facts
  /// The surest first, then the largest.
  private(set) var leaks: [Leak] = []
  /// The leak of each break.
  private(set) var leakOfBreak: [Int]

  /// The number of leaks that are told in full. Nobody reads the middle of the way of more leaks.
  private static let fullyTold = 1000

  fileprivate struct Group {
    let key: Key
    let breaks: [Int]
    let members: [Int]
    /// The break that is shown: the first.
    let shown: Break
  }

  init(_ judgement: Judgement) {
    self.judgement = judgement
    facts = judgement.facts
    leakOfBreak = Array(repeating: 0, count: judgement.breaks.count)
    guard !judgement.breaks.isEmpty else { return }
    var groups: [Key: [Int]] = [:]
    for (number, each) in judgement.breaks.enumerated() {
      groups[Key(each, judgement), default: []].append(number)
    }
    var members = [[Int]](repeating: [], count: judgement.breaks.count)
    for index in judgement.claims.indices {
      if let claim = judgement.claims[index] { members[claim].append(index.number) }
    }
    let instances = Instances(judgement)
    var inner = InnerSignals(facts.forest)
    let sorted = groups.map { group($0.key, $0.value, members) }.sorted { $0.isListedBefore($1) }
    for (number, group) in sorted.enumerated() {
      for each in group.breaks { leakOfBreak[each] = number }
      let description = LeakDescription(
        judgement, group.shown, &inner, isFull: number < Self.fullyTold)
      leaks.append(leak(group, description, instances))
    }
  }

  private func group(_ key: Key, _ breaks: [Int], _ members: [[Int]]) -> Group {
    let shown = breaks.min { judgement.breaks[$0].top < judgement.breaks[$1].top } ?? breaks[0]
    return Group(
      key: key, breaks: breaks, members: breaks.flatMap { members[$0] }.sorted(),
      shown: judgement.breaks[shown])
  }

  /// The subscription that had begun it for a value, if there is one.
  private func beginning(
    of representative: LifeIndex, _ reason: Leak.Reason, _ evidence: [any Evidence]
  ) -> [any Evidence] {
    let root = facts.roots[representative]
    let isKnown = evidence.contains { $0 is ReceiverDisposed }
    guard reason != .nestedInItself, !isKnown, let within = facts.forest.lives[root].begunWithin else {
      return []
    }
    return [BegunDuring(root: root, receiver: within, site: facts.forest.lives[within].site)]
  }

  private func leak(_ group: Group, _ description: LeakDescription, _ instances: Instances) -> Leak {
    let representative = instances.top(of: group.shown)
    let siblings = instances.siblings(of: representative)
    let leaked = Set(group.breaks.map { instances.top(of: judgement.breaks[$0]).number })
    return Leak(
      reason: group.key.reason,
      confidence: group.key.confidence,
      fingerprint: facts.forest.fingerprint(of: group.shown.top),
      site: group.shown.site,
      otherSite: group.shown.other?.asSecond(to: group.shown.site),
      hint: group.shown.hint,
      members: group.members,
      instances: leaked.sorted(),
      endedInstances: siblings.ended,
      openInstances: siblings.open,
      cases: group.breaks.map {
        Leak.Case(life: judgement.breaks[$0].top.number, evidence: judgement.breaks[$0].evidence)
      }
      .sorted { $0.life < $1.life },
      evidence: group.shown.evidence + beginning(of: representative, group.key.reason, group.shown.evidence),
      representative: representative.number,
      path: description.path,
      brokenLink: description.brokenLink,
      stopSignal: description.stopSignal,
      waste: Leak.Waste(
        group.members.map { facts.forest.lives[LifeIndex(number: $0)] }, ended: facts.forest.ended))
  }
}

extension LeakGroups.Group {
  fileprivate func isListedBefore(_ other: Self) -> Bool {
    if key.confidence != other.key.confidence { return key.confidence > other.key.confidence }
    if members.count != other.members.count { return members.count > other.members.count }
    return shown.top < other.shown.top
  }
}

/// The instances of leaks: the whole dead chain above a broken link, or the whole session that lives on.
private struct Instances {
  private let judgement: Judgement
  /// Towards the root as far as it is as dead, or has leaked as well, as the life itself.
  private var tops: LifeTargets
  /// Numbers of lives.
  private var siblings: [PathHash: (ended: [Int], open: [Int])] = [:]

  init(_ judgement: Judgement) {
    self.judgement = judgement
    let lives = judgement.facts.forest.lives
    guard !judgement.breaks.isEmpty else {
      tops = LifeTargets()
      return
    }
    tops = LifeTargets(ofThemselves: lives.count)
    for index in judgement.facts.forest.topDown {
      guard let below = lives[index].downstream else { continue }
      let isSame =
        lives[index].isAlive
        ? judgement.claims[index] != nil && judgement.claims[below.index] != nil : !below.isAlive
      if isSame { tops[index] = tops[below.index] }
    }
    let leaked = Set(judgement.breaks.map { top(of: $0) })
    for index in leaked { siblings[judgement.facts.places[index]] = ([], []) }
    for index in lives.indices where !leaked.contains(index) {
      let kind = judgement.facts.places[index]
      if !lives[index].isAlive {
        siblings[kind]?.ended.append(index.number)
      } else if judgement.claims[index] == nil {
        siblings[kind]?.open.append(index.number)
      }
    }
  }

  func top(of each: Break) -> LifeIndex {
    let traits = each.reason.traits
    if traits.contains(.ofSubscribersChain) { return tops[each.downstream ?? each.top] }
    return traits.contains(.ofWholeChain) ? tops[each.top] : each.top
  }

  /// The numbers of the others of its kind: the ones that have ended as they should, and the open ones.
  func siblings(of index: LifeIndex) -> (ended: [Int], open: [Int]) {
    siblings[judgement.facts.places[index]] ?? ([], [])
  }
}

extension Leak.Waste {
  /// The late values of `members`. Relays do not count: they pass on the values of their sources.
  init(_ members: [Life], ended: UInt64) {
    self.init()
    for life in members where life.isSource {
      guard let late = life.lateness, life.lateValues > 0 else { continue }
      since = values == 0 ? late.since : min(since, late.since)
      values += life.lateValues
      lastValueAt = max(lastValueAt ?? 0, late.lastValueAt ?? 0)
      ratePerSecond += life.lateRate(ended: ended)
    }
  }
}

extension Life {
  /// Late values a second at the end: 0 for a source that has fallen silent.
  fileprivate func lateRate(ended: UInt64) -> Double {
    guard let late = lateness, let first = late.firstValueAt, let last = late.lastValueAt else { return 0 }
    guard last > first else { return 1e9 / Double(max(ended, last + 1) - late.since) }
    let interval = Double(last - first) / Double(max(lateValues, 2) - 1)
    return Double(max(ended, last) - last) > 3 * interval ? 0 : 1e9 / interval
  }
}
