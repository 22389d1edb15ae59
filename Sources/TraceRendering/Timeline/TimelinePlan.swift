import TraceAnalysis
import TraceFormat

/// Which rows a timeline has: the rows of a tree, without those that look like the row they relay to.
struct TimelinePlan: Sendable {
  struct Row: Sendable {
    let life: Int
    /// How far it is indented.
    let depth: Int
    let lane: Lane
    let mark: VerdictMark
    /// The index of the leak that begins here; that of the whole tree, where it has only one.
    var leak: Int?
    /// Rows that are folded into this one.
    var folded = 0
    /// Trees like this one whose lives the lane draws as well.
    let more: Int
    /// A note for a column, to be told below the row.
    var note: (column: Int, text: String)?
  }

  /// Trees, each a few rows.
  private(set) var trees: [[Row]] = []
  private(set) var rest: String?

  init(_ trace: AnalyzedTrace, _ options: TimelineOptions, _ scale: TimeScale) {
    var tree = options.tree
    if options.showsOnlyLeaks {
      // The instance that the report of the leaks shows; the others are alike.
      tree.only = Set(trace.verdicts.leaks.map { $0.path.first?.life ?? $0.representative })
    }
    let plan = TreePlan(trace, tree)
    let notes = Self.notes(trace, scale)
    if plan.hiddenSubscriptions > 0 { rest = plan.rest }
    for tree in plan.trees {
      var rows: [Row] = []
      // Index of the row that draws a row of the tree.
      var drawnBy: [Int: Int] = [:]
      for index in tree.rows {
        let source = plan.rows[index]
        guard let life = trace.forest[source.life] else { continue }
        let alike = source.others.lazy.compactMap { trace.forest[$0] }
        let lane = alike.reduce(into: Lane(life, trace.forest, scale)) { union, other in
          union.formUnion(Lane(other, trace.forest, scale))
        }
        guard lane.span != nil else { continue }
        let parent = source.parent.flatMap { drawnBy[$0] }
        if let parent, options.foldsEqualRows, rows[parent].lane == lane, source.leak == nil {
          drawnBy[index] = parent
          rows[parent].folded += 1
          rows[parent].note = rows[parent].note ?? notes[life.number]
          continue
        }
        drawnBy[index] = rows.count
        rows.append(
          Row(
            life: life.number, depth: parent.map { rows[$0].depth + 1 } ?? 0, lane: lane, mark: source.mark,
            leak: source.leak, more: source.more, note: notes[life.number]))
      }
      let leaks = rows.indices.filter { rows[$0].leak != nil }
      if leaks.count == 1, leaks[0] > 0 {
        rows[0].leak = rows[leaks[0]].leak
        rows[leaks[0]].leak = nil
      }
      if !rows.isEmpty { trees.append(rows) }
    }
  }

  /// The notes below rows: of each leak, one for the first subscription that should have ended.
  private static func notes(_ trace: AnalyzedTrace, _ scale: TimeScale) -> [Int: (column: Int, text: String)]
  {
    var notes: [Int: (column: Int, text: String)] = [:]
    for leak in trace.verdicts.leaks {
      guard let link = leak.brokenLink, leak.path.indices.contains(link + 1),
        let life = trace.forest[leak.path[link + 1].life], let late = life.lateness,
        late.since >= scale.start, late.since <= scale.end
      else { continue }
      let text: String
      switch late.reason {
      case .downstreamGone:
        let gone = trace.forest.lives[late.because].ending == nil ? "disposed" : "ended"
        text = "\(gone); #\(life.number) was not"
      case .stopSignal:
        text = "stop signal; #\(life.number) runs on: \(plural(life.lateValues, "value"))"
      }
      notes[life.number] = (scale.column(of: late.since), text)
    }
    return notes
  }
}
