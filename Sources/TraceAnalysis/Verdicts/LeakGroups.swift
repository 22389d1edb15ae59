internal import TraceFormat

/// Puts together the breaks that are the same leak, and describes each leak by one of them.
struct LeakGroups: Sendable {
  fileprivate struct Key: Hashable {
    let reason: Leak.Reason
    let fingerprint: Fingerprint
  }

  let judge: Judge
  /// The surest first, then the largest.
  private(set) var leaks: [Leak] = []
  /// The leak of each break.
  private(set) var leakOfBreak: [Int]

  /// So many are told in full; of more than that nobody reads the middle of the way.
  private static let fullyTold = 1000

  fileprivate struct Group {
    let key: Key
    let breaks: [Int]
    let members: [Int]
    let confidence: Confidence
    /// The break that is shown: of the surest, the first.
    let shown: Break
  }

  init(_ judge: Judge) {
    self.judge = judge
    leakOfBreak = Array(repeating: 0, count: judge.breaks.count)
    var groups: [Key: [Int]] = [:]
    for (number, each) in judge.breaks.enumerated() {
      groups[Key(reason: each.reason, fingerprint: judge.hashes[each.top].fingerprint), default: []]
        .append(number)
    }
    var members = [[Int]](repeating: [], count: judge.breaks.count)
    for (index, claim) in judge.claims.enumerated() {
      if let claim { members[claim].append(index + 1) }
    }
    let instances = Instances(judge)
    var inner = InnerSignals(judge.forest)
    let sorted = groups.map { group($0.key, $0.value, members) }.sorted { $0.isListedBefore($1) }
    for (number, group) in sorted.enumerated() {
      for each in group.breaks { leakOfBreak[each] = number }
      let description = LeakDescription(
        judge, group.shown, &inner, isFull: number < Self.fullyTold)
      leaks.append(leak(group, description, instances))
    }
  }

  private func group(_ key: Key, _ breaks: [Int], _ members: [[Int]]) -> Group {
    let confidence = breaks.map { judge.breaks[$0].confidence }.max() ?? .possible
    let surest = breaks.lazy.map { judge.breaks[$0] }.filter { $0.confidence == confidence }
    return Group(
      key: key, breaks: breaks, members: breaks.flatMap { members[$0] }.sorted(), confidence: confidence,
      shown: surest.min { $0.top < $1.top } ?? judge.breaks[breaks[0]])
  }

  private func leak(_ group: Group, _ description: LeakDescription, _ instances: Instances) -> Leak {
    let representative = instances.top(of: group.shown)
    let siblings = instances.siblings(of: representative)
    let leaked = Set(group.breaks.map { instances.top(of: judge.breaks[$0]) + 1 })
    return Leak(
      reason: group.key.reason,
      confidence: group.confidence,
      fingerprint: group.key.fingerprint,
      site: description.site,
      hint: description.hint,
      members: group.members,
      instances: leaked.sorted(),
      endedInstances: siblings.ended,
      openInstances: siblings.open,
      representative: representative + 1,
      path: description.path,
      brokenLink: description.brokenLink,
      stopSignal: description.stopSignal,
      waste: Leak.Waste(
        group.members.map { judge.forest.lives[$0 - 1] }, ended: judge.forest.ended))
  }
}

extension LeakGroups.Group {
  fileprivate func isListedBefore(_ other: Self) -> Bool {
    if confidence != other.confidence { return confidence > other.confidence }
    if members.count != other.members.count { return members.count > other.members.count }
    return shown.top < other.shown.top
  }
}

/// What leaked as one: the whole dead chain above a broken link, the whole session that lives on.
private struct Instances {
  private let judge: Judge
  /// Towards the root as far as it is as dead, or has leaked as well, as the life itself.
  private var tops: [Int]
  private var siblings: [Kind: (ended: [Int], open: [Int])] = [:]

  init(_ judge: Judge) {
    self.judge = judge
    let lives = judge.forest.lives
    tops = Array(lives.indices)
    for index in judge.forest.topDown {
      guard let below = lives[index].downstream.map({ $0 - 1 }) else { continue }
      let isSame =
        lives[index].isAlive
        ? judge.claims[index] != nil && judge.claims[below] != nil : !lives[below].isAlive
      if isSame { tops[index] = tops[below] }
    }
    let leaked = Set(judge.breaks.map { top(of: $0) })
    for index in leaked { siblings[judge.kind(of: index)] = ([], []) }
    guard !leaked.isEmpty else { return }
    for index in lives.indices where !leaked.contains(index) {
      let kind = judge.kind(of: index)
      if !lives[index].isAlive {
        siblings[kind]?.ended.append(index + 1)
      } else if judge.claims[index] == nil {
        siblings[kind]?.open.append(index + 1)
      }
    }
  }

  func top(of each: Break) -> Int {
    switch each.reason {
    case .disposalNotPassedOn: tops[each.downstream ?? each.top]
    case .innerOutlivedStopSignal: tops[each.top]
    case .ownerDisposed, .growth: each.top
    }
  }

  /// The numbers of the others of its kind: what has ended as it should, and what is open.
  func siblings(of index: Int) -> (ended: [Int], open: [Int]) {
    siblings[judge.kind(of: index)] ?? ([], [])
  }
}

extension Leak.Waste {
  /// What `members` sent too late. Relays do not count: they pass on what their sources sent.
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
