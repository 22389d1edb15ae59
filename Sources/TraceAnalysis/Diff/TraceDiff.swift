public import TraceFormat

/// What has changed from one recording to another: leaks by fingerprint, and what is alive by call site.
public struct TraceDiff: Sendable {
  public enum Change: String, Sendable, CaseIterable {
    case fixed = "FIXED"
    case new = "NEW"
    case unchanged = "UNCHANGED"
  }

  /// A leak that is in one of them, or in both.
  public struct Row: Sendable {
    public let change: Change
    public let fingerprint: Fingerprint
    /// As the newer recording that has it tells it.
    public let leak: Leak
    /// Leaked subscriptions.
    public let before: Int
    public let after: Int
  }

  /// An operator of a file, wherever in the file it has moved.
  public struct SiteRow: Sendable {
    public let site: Site
    public let aliveBefore: Int
    public let aliveAfter: Int
    public let valuesBefore: UInt64
    public let valuesAfter: UInt64
  }

  /// New ones first, then those that are fixed, then those that are as they were.
  public let rows: [Row]
  /// Of which more or fewer are alive: the largest change first.
  public let sites: [SiteRow]

  /// - Parameter selections: the lives of each that count; nil for all.
  public init(
    _ before: (forest: Forest, verdicts: Verdicts), _ after: (forest: Forest, verdicts: Verdicts),
    among selections: (before: Set<Int>?, after: Set<Int>?) = (nil, nil)
  ) {
    let old = Self.byFingerprint(before.verdicts.leaks, selections.before)
    let new = Self.byFingerprint(after.verdicts.leaks, selections.after)
    let order: [Change] = [.new, .fixed, .unchanged]
    rows = Set(old.keys).union(new.keys).compactMap { fingerprint in
      guard let leak = new[fingerprint]?.leak ?? old[fingerprint]?.leak else { return nil }
      let change: Change = old[fingerprint] == nil ? .new : new[fingerprint] == nil ? .fixed : .unchanged
      return Row(
        change: change, fingerprint: fingerprint, leak: leak, before: old[fingerprint]?.count ?? 0,
        after: new[fingerprint]?.count ?? 0)
    }
    .sorted {
      (order.firstIndex(of: $0.change) ?? 0, $0.fingerprint) < (
        order.firstIndex(of: $1.change) ?? 0, $1.fingerprint
      )
    }
    sites = Self.sites((before.forest, selections.before), (after.forest, selections.after))
  }

  public func rows(_ change: Change) -> [Row] { rows.filter { $0.change == change } }

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
  }

  private struct Tally {
    var site: Site
    var alive = 0
    var values: UInt64 = 0
  }

  private static func tally(_ forest: Forest, _ selection: Set<Int>?) -> [Key: Tally] {
    var all: [Key: Tally] = [:]
    for life in forest.lives where selection?.contains(life.number) ?? true {
      let key = Key(operatorName: life.site.operatorName, file: life.site.file)
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
      let row = SiteRow(
        site: site, aliveBefore: old[key]?.alive ?? 0, aliveAfter: new[key]?.alive ?? 0,
        valuesBefore: old[key]?.values ?? 0, valuesAfter: new[key]?.values ?? 0)
      return row.aliveBefore == row.aliveAfter ? nil : row
    }
    .sorted {
      let (left, right) = (abs($0.aliveAfter - $0.aliveBefore), abs($1.aliveAfter - $1.aliveBefore))
      return (right, $0.site.file, $0.site.line, $0.site.operatorName)
        < (left, $1.site.file, $1.site.line, $1.site.operatorName)
    }
  }
}
