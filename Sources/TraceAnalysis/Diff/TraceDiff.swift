package import TraceFormat

/// The changes from one recording to another: leaks by fingerprint and place, and what is alive by call site.
package struct TraceDiff: Sendable {
  package enum Change: String, Sendable, CaseIterable {
    case new = "NEW"
    case fixed = "FIXED"
    /// It is not proven in the newer one, in which it is suspected, or what could have it was not judged.
    case gone = "GONE?"
    /// It is in both, with more or fewer subscriptions.
    case grew = "GREW"
    case shrank = "SHRANK"
    case unchanged = "UNCHANGED"
  }

  /// A leak at one place, that is in one of them, or in both.
  package struct Row: Sendable {
    package let change: Change
    package let fingerprint: Fingerprint
    /// As the newer recording that has it tells it.
    package let leak: Leak
    /// The line at which the older one has it, where that is another than the newer one's.
    package let movedFrom: UInt32?
    /// Leaked subscriptions.
    package let before: Int
    package let after: Int
  }

  /// A call site, which may have moved to another line of its file.
  package struct SiteRow: Sendable {
    /// As the newer recording that has it tells it.
    package let site: Site
    package let movedFrom: UInt32?
    package let aliveBefore: Int
    package let aliveAfter: Int
    package let peakBefore: Int
    package let peakAfter: Int
    package let valuesBefore: UInt64
    package let valuesAfter: UInt64

    fileprivate init?(_ old: SiteTally.Counts?, _ new: SiteTally.Counts?) {
      guard let site = new?.site ?? old?.site else { return nil }
      self.site = site
      movedFrom = old.flatMap { $0.site.line == site.line ? nil : $0.site.line }
      (aliveBefore, aliveAfter) = (old?.alive ?? 0, new?.alive ?? 0)
      (peakBefore, peakAfter) = (old?.peak ?? 0, new?.peak ?? 0)
      (valuesBefore, valuesAfter) = (old?.values ?? 0, new?.values ?? 0)
    }

    fileprivate var isChanged: Bool {
      aliveBefore != aliveAfter || peakBefore != peakAfter || movedFrom != nil
    }
  }

  /// In the order of the changes, then by fingerprint and place.
  package let rows: [Row]
  /// Of which more or fewer are alive, at the end or at once, or which have moved: the largest change first.
  package let sites: [SiteRow]
  /// How many more call sites there are.
  package let sameSites: Int

  /// - Parameter selections: the lives of each that count; nil for all.
  package init(
    _ before: (forest: Forest, verdicts: Verdicts), _ after: (forest: Forest, verdicts: Verdicts),
    among selections: (before: Set<Int>?, after: Set<Int>?) = (nil, nil)
  ) {
    let tallies = (SiteTally(before.forest, selections.before), SiteTally(after.forest, selections.after))
    let lines = tallies.0.pairs(with: tallies.1)
    rows = Self.rows(before, after, selections, lines)
    let all = lines.flatMap { place, lines in Self.sites(place, lines, tallies.0, tallies.1) }
    sites = all.filter(\.isChanged).sorted {
      let (left, right) = ($0, $1)
      return (right.changes, left.site.file, left.site.line, left.site.operatorName)
        < (left.changes, right.site.file, right.site.line, right.site.operatorName)
    }
    sameSites = all.count - sites.count
  }

  package func rows(_ change: Change) -> [Row] { rows.filter { $0.change == change } }

  private static func sites(
    _ place: OperatorOfFile, _ lines: LinePairs, _ old: SiteTally, _ new: SiteTally
  ) -> [SiteRow] {
    let (older, newer) = (old.counts[place] ?? [:], new.counts[place] ?? [:])
    return older.compactMap { line, counts in SiteRow(counts, lines.newer[line].flatMap { newer[$0] }) }
      + newer.compactMap { line, counts in lines.older[line] == nil ? SiteRow(nil, counts) : nil }
  }

  private static func rows(
    _ before: (forest: Forest, verdicts: Verdicts), _ after: (forest: Forest, verdicts: Verdicts),
    _ selections: (before: Set<Int>?, after: Set<Int>?), _ lines: [OperatorOfFile: LinePairs]
  ) -> [Row] {
    let old = LeakPlaces(before.verdicts.leaks, selections.before)
    let new = LeakPlaces(after.verdicts.leaks, selections.after)
    let doubt = Doubt(before.forest, after, selections.after, lines)
    let rows = old.pairs(with: new, lines).compactMap { oldKey, newKey -> (Row, LeakPlaces.Key)? in
      let (older, newer) = (oldKey.flatMap { old.leaks[$0] }, newKey.flatMap { new.leaks[$0] })
      guard let leak = newer?.leak ?? older?.leak, let key = newKey ?? oldKey else { return nil }
      let change: Change =
        if let older, let newer {
          newer.count > older.count ? .grew : newer.count < older.count ? .shrank : .unchanged
        } else if older == nil { .new } else { doubt.hides(leak) ? .gone : .fixed }
      let line = oldKey?.line ?? key.line
      let row = Row(
        change: change, fingerprint: key.fingerprint, leak: leak, movedFrom: line == key.line ? nil : line,
        before: older?.count ?? 0, after: newer?.count ?? 0)
      return (row, key)
    }
    let order = Dictionary(uniqueKeysWithValues: Change.allCases.enumerated().map { ($1, $0) })
    return rows.sorted { (order[$0.0.change] ?? 0, $0.1) < (order[$1.0.change] ?? 0, $1.1) }.map(\.0)
  }
}

extension TraceDiff.SiteRow {
  /// By how many more or fewer are alive, at the end and at once.
  fileprivate var changes: Int {
    // Living subscriptions at the end count first.
    min(abs(aliveAfter - aliveBefore), 1 << 30) << 31 | min(abs(peakAfter - peakBefore), 1 << 30)
  }
}
