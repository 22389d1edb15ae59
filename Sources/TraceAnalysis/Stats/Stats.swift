package import TraceFormat

/// A trace, or what was asked for of it, in numbers.
package struct Stats: Sendable {
  /// The ends of the ended lives.
  package struct Ends: Sendable, Hashable {
    package internal(set) var completion = 0
    package internal(set) var error = 0
    package internal(set) var disposal = 0
    /// The disposed lives, by reason.
    package internal(set) var reasons: [DisposalReason: Int] = [:]
  }

  package let totals: Totals
  package let subscriptions: Int
  package let roots: Int
  /// The longest way from a source to its root, in subscriptions.
  package let depth: Int
  package let alive: Int
  package let ends: Ends
  package let eventsPerSecond: Double
  package let curve: AliveCurve
  package let floor: Floor
  private let forest: Forest
  private let verdicts: Verdicts
  private let selection: Set<Int>?

  /// - Parameter selection: the lives that count; nil for all. Of their events the totals have those that a
  ///   life keeps.
  package init(_ forest: Forest, _ verdicts: Verdicts, among selection: Set<Int>? = nil) {
    self.forest = forest
    self.verdicts = verdicts
    self.selection = selection
    depth = forest.depth(among: selection)
    let seconds = Double(forest.ended - forest.began) / 1e9
    eventsPerSecond = seconds > 0 ? Double(forest.events) / seconds : 0
    let pauses = Floor.ranges(forest, verdicts)
    if let selection {
      let lives = forest.lives(numbered: selection)
      totals = Totals(lives)
      (subscriptions, roots, alive, ends) = Self.counts(lives)
      curve = AliveCurve(forest, of: lives, lowestIn: pauses)
    } else {
      totals = forest.totals
      (subscriptions, roots, alive, ends) = Self.counts(forest.lives)
      curve = AliveCurve(forest, lowestIn: pauses)
    }
    floor = Floor(curve.lowest)
  }

  private static func counts(_ lives: some Collection<Life>) -> (Int, Int, Int, Ends) {
    (lives.count, lives.count(where: \.isRoot), lives.count(where: \.isAlive), Ends(lives))
  }

  /// One row for each call site, owner, operator or file: most alive first, then the oldest.
  package func rows(by grouping: StatsRow.Grouping = .site) -> [StatsRow] {
    StatsRow.rows(forest, verdicts, by: grouping, among: selection)
  }
}

extension Totals {
  /// Of these lives alone.
  fileprivate init(_ lives: some Collection<Life>) {
    self.init()
    for life in lives {
      if life.wasAliveBefore { aliveBefore += 1 } else if !life.isBeginningMissing { subscribed += 1 }
      next &+= life.values
      if life.hasEnding {
        if life.hasFailed { error += 1 } else { completed += 1 }
      }
      disposed += life.isDisposed ? 1 : 0
      released += life.releasedAt == nil ? 0 : 1
      handleReleased += life.handleReleasedAt == nil ? 0 : 1
      dropped &+= life.droppedValues &+ life.droppedEndings &+ life.overflownValues
      overlaps &+= life.overlaps
    }
  }
}

extension Stats.Ends {
  init(_ lives: some Collection<Life>) {
    for life in lives {
      if let ending = life.ending {
        if ending.kind == .error { error += 1 } else { completion += 1 }
      } else if let disposal = life.disposal {
        self.disposal += 1
        reasons[disposal.reason, default: 0] += 1
      }
    }
  }
}

extension Forest {
  fileprivate func depth(among selection: Set<Int>?) -> Int {
    let rows = table.rows
    var depths = LifeCounts(count: rows.count)
    for index in topDown {
      if let downstream = rows.downstream(of: index) { depths[index] = depths[downstream] + 1 }
    }
    if let selection { return selection.lazy.map { depths[LifeIndex(number: $0)] + 1 }.max() ?? 0 }
    return depths.largest.map { $0 + 1 } ?? 0
  }

  /// The lives, in the order of birth.
  fileprivate func lives(numbered numbers: Set<Int>) -> ChosenLives {
    let indices = numbers.sorted().map { UInt32(clamping: LifeIndex(number: $0).position) }
    return ChosenLives(table: table, indices: indices)
  }
}
