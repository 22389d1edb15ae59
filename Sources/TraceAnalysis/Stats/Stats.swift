package import TraceFormat

/// A trace in numbers.
package struct Stats: Sendable {
  /// What the lives that are over ended by.
  package struct Ends: Sendable, Hashable {
    package internal(set) var completion = 0
    package internal(set) var error = 0
    package internal(set) var disposal = 0
    /// Those disposed, by reason.
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

  package init(_ forest: Forest, _ verdicts: Verdicts) {
    self.forest = forest
    self.verdicts = verdicts
    totals = forest.totals
    subscriptions = forest.lives.count
    roots = forest.lives.count { $0.downstream == nil }
    alive = forest.lives.count(where: \.isAlive)
    depth = forest.depth
    ends = Ends(forest.lives)
    let seconds = Double(forest.ended - forest.began) / 1e9
    eventsPerSecond = seconds > 0 ? Double(forest.events) / seconds : 0
    curve = AliveCurve(forest, lowestIn: Floor.ranges(forest, verdicts))
    floor = Floor(curve.lowest)
  }

  /// One row for each call site, owner, operator or file: most alive first, then the oldest.
  ///
  /// - Parameter selection: the lives that count; nil for all.
  package func rows(by grouping: StatsRow.Grouping = .site, among selection: Set<Int>? = nil) -> [StatsRow] {
    StatsRow.rows(forest, verdicts, by: grouping, among: selection)
  }
}

extension Stats.Ends {
  init(_ lives: Lives) {
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
  var depth: Int {
    var depths = [UInt32](repeating: 1, count: lives.count)
    for index in topDown {
      if let downstream = lives[index].downstream { depths[index] = depths[downstream - 1] + 1 }
    }
    return Int(depths.max() ?? 0)
  }
}
