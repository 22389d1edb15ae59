internal import TraceFormat

/// Puts together the breaks that are the same leak, and describes each leak by one of them.
struct LeakGroups: Sendable {
  private struct Key: Hashable {
    let reason: Leak.Reason
    let fingerprint: Fingerprint
  }

  let judge: Judge
  /// The surest first, then the largest.
  private(set) var leaks: [Leak] = []
  /// The leak of each break.
  private(set) var leakOfBreak: [Int]

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
    let described = groups.map { key, breaks in
      (breaks: breaks, leak: leak(key.fingerprint, breaks, breaks.flatMap { members[$0] }, instances))
    }
    for (number, each) in described.sorted(by: { $0.leak.isListedBefore($1.leak) }).enumerated() {
      leaks.append(each.leak)
      for each in each.breaks { leakOfBreak[each] = number }
    }
  }

  private func leak(
    _ fingerprint: Fingerprint, _ breaks: [Int], _ members: [Int], _ instances: Instances
  ) -> Leak {
    let confidence = breaks.map { judge.breaks[$0].confidence }.max() ?? .possible
    let shown =
      breaks.filter { judge.breaks[$0].confidence == confidence }
      .min { judge.breaks[$0].top < judge.breaks[$1].top } ?? breaks[0]
    let leaked = Set(breaks.map { instances.top(of: judge.breaks[$0]) })
    let representative = instances.top(of: judge.breaks[shown])
    let siblings = instances.siblings(of: representative).filter { !leaked.contains($0) }
    let lives = judge.forest.lives
    let description = LeakDescription(judge, judge.breaks[shown])
    return Leak(
      reason: judge.breaks[shown].reason,
      confidence: confidence,
      fingerprint: fingerprint,
      site: description.site,
      hint: description.hint,
      members: members.sorted(),
      instances: leaked.map { $0 + 1 }.sorted(),
      endedInstances: siblings.filter { !lives[$0].isAlive }.map { $0 + 1 },
      openInstances: siblings.filter { lives[$0].isAlive && judge.claims[$0] == nil }.map { $0 + 1 },
      representative: representative + 1,
      path: description.path,
      brokenLink: description.brokenLink,
      stopSignal: description.stopSignal,
      waste: Leak.Waste(members.map { lives[$0 - 1] }, ended: judge.forest.ended))
  }
}

extension Leak {
  fileprivate func isListedBefore(_ other: Leak) -> Bool {
    if confidence != other.confidence { return confidence > other.confidence }
    if members.count != other.members.count { return members.count > other.members.count }
    return representative < other.representative
  }
}

/// What leaked as one: the whole dead chain above a broken link, the whole session that lives on.
private struct Instances {
  private let judge: Judge
  /// Towards the root as far as it is as dead, or has leaked as well, as the life itself.
  private var tops: [Int]
  private var kinds: [Kind: [Int]] = [:]

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
    for each in judge.breaks { kinds[judge.kind(of: top(of: each))] = [] }
    guard !kinds.isEmpty else { return }
    for index in lives.indices { kinds[judge.kind(of: index)]?.append(index) }
  }

  func top(of each: Break) -> Int {
    switch each.reason {
    case .disposalNotPassedOn: tops[each.downstream ?? each.top]
    case .innerOutlivedStopSignal: tops[each.top]
    case .ownerDisposed, .growth: each.top
    }
  }

  func siblings(of index: Int) -> [Int] { kinds[judge.kind(of: index)] ?? [] }
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
