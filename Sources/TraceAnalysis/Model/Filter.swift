package import TraceFormat

/// A selection of subscriptions: every condition that is set must hold.
package struct Filter {
  package enum State: String, Sendable, CaseIterable {
    case alive, leaked, open, completed, errored, disposed, unknown
  }

  /// Accepts the label, or the operator's name.
  package var name: ((String) -> Bool)?
  /// `Session.swift:47`, `Session.swift`, either with directories.
  package var site: String?
  package var operatorName: String?
  /// Accepts the owner's type, or its number.
  package var owner: ((String) -> Bool)?
  /// Numbers of lives.
  package var numbers: Set<Int>?
  /// It subscribed on this thread, or had its last event there.
  package var thread: ThreadID?
  package var state: State?
  /// Alive at some moment between these, in nanoseconds of `CLOCK_MONOTONIC`.
  package var from: UInt64?
  package var to: UInt64?
  /// Only trees of what has this label, call site or operator.
  package var root: String?
  /// The number of levels that are shown of each of these trees.
  package var depth: Int?
  /// A condition that must hold as well.
  package var query: Query?

  package init() {}

  package var asksNothing: Bool {
    name == nil && site == nil && operatorName == nil && owner == nil && numbers == nil && thread == nil
      && state == nil && from == nil && to == nil && root == nil && depth == nil && query == nil
  }

  /// Nil where nothing is asked.
  package func selection(in forest: Forest, _ verdicts: Verdicts) -> Set<Int>? {
    if asksNothing { return nil }
    let levels = root == nil && depth == nil ? nil : forest.levels(from: root)
    var selected = Set<Int>()
    for life in forest.lives where matches(life, forest, verdicts) {
      if let levels {
        guard let level = levels[life.index], level <= depth ?? .max else { continue }
      }
      selected.insert(life.number)
    }
    return selected
  }

  private func matches(_ life: Life, _ forest: Forest, _ verdicts: Verdicts) -> Bool {
    if let numbers, !numbers.contains(life.number) { return false }
    if let name, !name(life.name) { return false }
    if let site, !life.site.isAt(site) { return false }
    if let operatorName, life.site.operatorName != operatorName { return false }
    if let thread, life.thread != thread, life.lastThread != thread { return false }
    if let from, (life.endedAt ?? forest.ended) < from { return false }
    if let to, life.subscribedAt > to { return false }
    if let owner, !matches(life.owner, owner, forest) { return false }
    if let query, !query.holds(for: life, in: forest, verdicts) { return false }
    return state.map { matches(life, $0, verdicts[life.index]) } ?? true
  }

  private func matches(_ id: OwnerID?, _ isLike: (String) -> Bool, _ forest: Forest) -> Bool {
    guard let id else { return false }
    return isLike(String(id.rawValue)) || (forest[owner: id]?.type).map(isLike) ?? false
  }

  private func matches(_ life: Life, _ state: State, _ verdict: Verdict?) -> Bool {
    switch (state, verdict) {
    case (.alive, _): life.isAlive
    case (.leaked, .leaked?), (.open, .open?), (.open, .longLived?), (.unknown, .unknown?): true
    case (.completed, _): life.ending?.kind == .completed
    case (.errored, _): life.ending?.kind == .error
    case (.disposed, _): life.disposal != nil && life.ending == nil
    default: false
    }
  }
}

extension Forest {
  /// How deep each life lies in a tree that begins where `pattern` matches (anywhere, if nil), from 1; nil
  /// for those that are in none.
  fileprivate func levels(from pattern: String?) -> LifeArray<Int?> {
    var levels = LifeArray<Int?>(repeating: nil, count: lives.count)
    for index in topDown {
      let life = lives[index]
      let below = table.rows.downstream(of: index).flatMap { levels[$0] }
      let isRoot = pattern.map { life.matches($0) } ?? life.isRoot
      levels[index] = below.map { $0 + 1 } ?? (isRoot ? 1 : nil)
    }
    return levels
  }
}

extension Life {
  /// Whether it has this label, or its call site or operator is this.
  package func matches(_ pattern: String) -> Bool {
    label == pattern || site.operatorName == pattern || site.isAt(pattern)
  }
}

extension Site {
  /// Whether it is `File.swift:47` or `File.swift`, either with directories.
  package func isAt(_ pattern: String) -> Bool {
    let place =
      pattern.hasSuffix(":\(line)") ? String(pattern.dropLast(String(line).utf8.count + 1)) : pattern
    return file == place || file.hasSuffix("/" + place)
  }
}

extension Verdicts {
  /// The counts of some lives only.
  package func counts(among numbers: Set<Int>, in forest: Forest) -> Counts {
    Counts(
      numbers.compactMap { self[$0] },
      leakedAndEnded: numbers.count { self[$0]?.isLeak ?? false && !(forest[$0]?.isAlive ?? true) })
  }
}
