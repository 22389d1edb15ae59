import TraceAnalysis
import TraceFormat

/// Which rows a tree has, before anything is drawn: the same for text and for graphs.
struct TreePlan: Sendable {
  enum Edge: Sendable {
    case root, data, control
    /// The downstream is gone, and its disposal did not get here.
    case broken
  }

  /// Why a row stands for a whole tree.
  enum Likeness: Sendable, Hashable {
    /// It has the shape of the tree of this subscription, which is drawn.
    case shape(of: Int)
    /// It leaked like the tree of this subscription, which is drawn.
    case leak(of: Int)
    /// It is open like others that are drawn, or finished.
    case folded
  }

  /// How one ancestor of a row shows in the space before the row.
  struct Guide: Sendable {
    let hasMoreBelow: Bool
    let innerNumber: UInt32
  }

  struct Row: Sendable {
    let life: Int
    /// The index of the downstream's row.
    let parent: Int?
    let edge: Edge
    /// 0 for a root.
    let depth: Int
    let isLast: Bool
    /// The nearest ancestors, without the root; the farthest first.
    let guides: [Guide]
    let mark: VerdictMark
    /// The index of the leak, where a row is the first of its tree that belongs to it.
    let leak: Int?
    let likeness: Likeness?
    /// The subscriptions whose trees the row stands for besides its own.
    let others: [Int]
    var more: Int { others.count }
    /// Subscriptions that the row stands for besides its own.
    let folded: Int
  }

  struct Tree: Sendable {
    let rows: Range<Int>
    let wasAliveBefore: Bool
  }

  var rows: [Row] = []
  var trees: [Tree] = []
  /// How many subscriptions the limit left out, and how many trees they are part of.
  var hiddenTrees = 0
  var hiddenSubscriptions = 0
  /// Whether finished trees are among the rows.
  var drawsFinished: Bool

  /// The rows that `options` ask for. Where the limit leaves some out, the worst come first.
  init(_ trace: AnalyzedTrace, _ options: TreeOptions) {
    let census = Census(trace)
    self = TreePlanner(trace, options, census).planned()
    guard hiddenSubscriptions > 0, options.order == .time else { return }
    var worstFirst = options
    worstFirst.order = .leak
    self = TreePlanner(trace, worstFirst, census).planned()
  }

  /// Whether some that have finished, of those that were asked for, have no row.
  func hidesFinished(of trace: AnalyzedTrace) -> Bool {
    guard !drawsFinished else { return false }
    let drawn = rows.lazy.flatMap { [$0.life] + $0.others }
      .count { trace.isSelected($0) && trace.verdicts[$0] == .finished }
    return drawn < trace.counts.finished
  }

  /// `… 118 more in 14 trees`.
  var rest: String { "… \(hiddenSubscriptions) more in \(plural(hiddenTrees, "tree"))" }

  init(drawsFinished: Bool) { self.drawsFinished = drawsFinished }
}
