package import TraceFormat

/// What has changed from one recording to another: leaks by fingerprint, and what is alive by call site.
package struct TraceDiff: Sendable {
  package enum Change: String, Sendable, CaseIterable {
    case fixed = "FIXED"
    /// It is not proven in the newer one, in which it is suspected, or what could have it was not judged.
    case gone = "GONE?"
    case new = "NEW"
    case unchanged = "UNCHANGED"
  }

  /// A leak that is in one of them, or in both.
  package struct Row: Sendable {
    package let change: Change
    package let fingerprint: Fingerprint
    /// As the newer recording that has it tells it.
    package let leak: Leak
    /// Leaked subscriptions.
    package let before: Int
    package let after: Int
  }

  /// An operator of a file, wherever in the file it has moved.
  package struct SiteRow: Sendable {
    package let site: Site
    package let aliveBefore: Int
    package let aliveAfter: Int
    package let valuesBefore: UInt64
    package let valuesAfter: UInt64
  }

  /// New ones first, then those that are fixed or seem so, then those that are as they were.
  package let rows: [Row]
  /// Of which more or fewer are alive: the largest change first.
  package let sites: [SiteRow]
  /// How many more call sites there are, of which as many are alive in both.
  package let sameSites: Int

  /// - Parameter selections: the lives of each that count; nil for all.
  package init(
    _ before: (forest: Forest, verdicts: Verdicts), _ after: (forest: Forest, verdicts: Verdicts),
    among selections: (before: Set<Int>?, after: Set<Int>?) = (nil, nil)
  ) {
    let old = Self.byFingerprint(before.verdicts.leaks, selections.before)
    let new = Self.byFingerprint(after.verdicts.leaks, selections.after)
    let order: [Change] = [.new, .fixed, .gone, .unchanged]
    let unjudged = Unjudged(after, selections.after)
    let suspected = Set(after.verdicts.suspects.map(\.fingerprint))
    func isUnjudged(_ leak: Leak) -> Bool {
      suspected.contains(leak.fingerprint)
        || leak.members.contains { before.forest[$0].map { unjudged.hides($0.site) } ?? false }
    }
    rows = Set(old.keys).union(new.keys).compactMap { fingerprint in
      guard let leak = new[fingerprint]?.leak ?? old[fingerprint]?.leak else { return nil }
      let change: Change =
        old[fingerprint] == nil
        ? .new : new[fingerprint] != nil ? .unchanged : isUnjudged(leak) ? .gone : .fixed
      return Row(
        change: change, fingerprint: fingerprint, leak: leak, before: old[fingerprint]?.count ?? 0,
        after: new[fingerprint]?.count ?? 0)
    }
    .sorted {
      (order.firstIndex(of: $0.change) ?? 0, $0.fingerprint) < (
        order.firstIndex(of: $1.change) ?? 0, $1.fingerprint
      )
    }
    let all = Self.sites((before.forest, selections.before), (after.forest, selections.after))
    sites = all.filter { $0.aliveBefore != $0.aliveAfter }
    sameSites = all.count - sites.count
  }

  package func rows(_ change: Change) -> [Row] { rows.filter { $0.change == change } }

  private static func byFingerprint(_ leaks: [Leak], _ selection: Set<Int>?) -> [Fingerprint: (
    leak: Leak, count: Int
  )] {
    var all: [Fingerprint: (leak: Leak, count: Int)] = [:]
    for leak in leaks where selection.map({ !$0.isDisjoint(with: leak.members) }) ?? true {
      all[leak.fingerprint] = (
        all[leak.fingerprint]?.leak ?? leak, (all[leak.fingerprint]?.count ?? 0) + leak.members.count
      )
    }
    return all
  }

  private struct Key: Hashable {
    let operatorName: String
    let file: String

    init(_ site: Site) { (operatorName, file) = (site.operatorName, site.file) }
  }

  /// Where a recording may hold a leak that it does not tell.
  private struct Unjudged {
    private var seen = Set<Key>()
    private var doubtful = Set<Key>()
    private var hasLosses: Bool

    init(_ trace: (forest: Forest, verdicts: Verdicts), _ selection: Set<Int>?) {
      hasLosses = !trace.forest.lostRanges.isEmpty
      for life in trace.forest.lives where selection?.contains(life.number) ?? true {
        seen.insert(Key(life.site))
        hasLosses = hasLosses || life.isBeginningMissing
        switch trace.verdicts[life.number] {
        case .unknown?, .open(.settling)?: doubtful.insert(Key(life.site))
        default: break
        }
      }
    }

    /// Whether something of this place is alive that was not judged, or its beginning may be among what was lost.
    func hides(_ site: Site) -> Bool {
      doubtful.contains(Key(site)) || hasLosses && !seen.contains(Key(site))
    }
  }

  private struct Tally {
    var site: Site
    var alive = 0
    var values: UInt64 = 0
  }

  private static func tally(_ forest: Forest, _ selection: Set<Int>?) -> [Key: Tally] {
    var all: [Key: Tally] = [:]
    for life in forest.lives where selection?.contains(life.number) ?? true {
      let key = Key(life.site)
      var tally = all[key] ?? Tally(site: life.site)
      tally.alive += life.isAlive ? 1 : 0
      tally.values &+= life.values
      all[key] = tally
    }
    return all
  }

  private static func sites(_ before: (Forest, Set<Int>?), _ after: (Forest, Set<Int>?)) -> [SiteRow] {
    let (old, new) = (tally(before.0, before.1), tally(after.0, after.1))
    return Set(old.keys).union(new.keys).compactMap { key -> SiteRow? in
      guard let site = (new[key] ?? old[key])?.site else { return nil }
      return SiteRow(
        site: site, aliveBefore: old[key]?.alive ?? 0, aliveAfter: new[key]?.alive ?? 0,
        valuesBefore: old[key]?.values ?? 0, valuesAfter: new[key]?.values ?? 0)
    }
    .sorted {
      let (left, right) = (abs($0.aliveAfter - $0.aliveBefore), abs($1.aliveAfter - $1.aliveBefore))
      return (right, $0.site.file, $0.site.line, $0.site.operatorName)
        < (left, $1.site.file, $1.site.line, $1.site.operatorName)
    }
  }
}
