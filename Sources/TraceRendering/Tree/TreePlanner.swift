import TraceAnalysis
import TraceFormat

/// Decides which subscriptions get a row and which are folded into one.
struct TreePlanner {
  /// A row to come: one tree, or one that stands for others.
  struct Unit {
    let life: Int
    var likeness: TreePlan.Likeness?
    /// The others that it stands for.
    var others: [Int] = []
  }

  private struct Step {
    let unit: Unit
    let parent: Int?
    let depth: Int
    let isLast: Bool
    let guides: [TreePlan.Guide]
    let isExpanded: Bool
  }

  let trace: AnalyzedTrace
  let options: TreeOptions
  let census: Census
  /// The subscriptions to expand, and all between them and their roots.
  let needed: Set<Int>
  /// The subscriptions that were asked for, and all between them and their roots; nil for everything.
  private let kept: Set<Int>?
  private var plan: TreePlan

  init(_ trace: AnalyzedTrace, _ options: TreeOptions, _ census: Census) {
    self.trace = trace
    self.options = options
    self.census = census
    needed = Set(options.expanded.flatMap { trace.forest.pathToRoot(from: $0).map(\.number) })
    kept = trace.selection.map { Set($0.flatMap { trace.forest.pathToRoot(from: $0).map(\.number) }) }
    plan = TreePlan(drawsFinished: options.showsFinished || trace.verdicts.counts.alive == 0)
  }

  func isKept(_ number: Int) -> Bool { kept?.contains(number) ?? true }

  var drawsFinished: Bool { plan.drawsFinished }

  consuming func planned() -> TreePlan {
    for unit in rootUnits() {
      if isFull {
        plan.hiddenTrees += 1 + unit.others.count
        plan.hiddenSubscriptions += size(of: unit)
      } else {
        draw(unit)
      }
    }
    return plan
  }

  private var isFull: Bool { options.limit.map { plan.rows.count >= $0 } ?? false }

  private mutating func draw(_ root: Unit) {
    let first = plan.rows.count
    var isCut = false
    var steps = [Step(unit: root, parent: nil, depth: 0, isLast: true, guides: [], isExpanded: false)]
    while let step = steps.popLast() {
      guard !isFull else {
        plan.hiddenSubscriptions += size(of: step.unit)
        isCut = true
        continue
      }
      guard let life = trace.forest[step.unit.life] else { continue }
      let isExpanded = step.isExpanded || options.expanded.contains(life.number)
      let isDeepest = options.depth.map { step.depth + 1 >= $0 } ?? false
      let children = isDeepest && !isExpanded ? [] : units(above: life, step.unit, isExpanded: isExpanded)
      let isFlat = children.isEmpty && !life.upstreams.isEmpty
      plan.rows.append(row(life, step, folded: step.unit.likeness != nil || isFlat ? children : nil))
      var guides = step.guides.suffix(40)
      if step.depth > 0 {
        guides.append(TreePlan.Guide(hasMoreBelow: !step.isLast, innerNumber: life.innerNumber))
      }
      let parent = plan.rows.count - 1
      for (index, child) in children.enumerated().reversed() {
        let isLast = index == children.count - 1
        steps.append(
          Step(
            unit: child, parent: parent, depth: step.depth + 1, isLast: isLast, guides: Array(guides),
            isExpanded: isExpanded))
      }
    }
    if isCut { plan.hiddenTrees += 1 }
    let wasAliveBefore = trace.forest[root.life]?.wasAliveBefore ?? false
    plan.trees.append(TreePlan.Tree(rows: first..<plan.rows.count, wasAliveBefore: wasAliveBefore))
  }

  /// The row of a unit. `children` are those of its rows that are drawn although it is folded; nil if it is
  /// not.
  private func row(_ life: Life, _ step: Step, folded children: [Unit]?) -> TreePlan.Row {
    let (number, index, unit) = (life.number, life.index, step.unit)
    let isWhole = unit.likeness != nil
    let mark = isWhole ? census.worst[index] : VerdictMark(trace.verdicts[index])
    let leak = isWhole ? census.leak[index] : trace.leakIndex(of: number)
    let isNewLeak = step.parent == nil || leak != life.downstream.flatMap { trace.leakIndex(of: $0.number) }
    var folded = 0
    if let children {
      folded = size(of: unit) - (isCounted(number) ? 1 : 0)
      folded -= children.reduce(0) { $0 + size(of: $1) }
    }
    return TreePlan.Row(
      life: number, parent: step.parent, edge: step.parent == nil ? .root : edge(to: life), depth: step.depth,
      isLast: step.isLast, guides: step.guides, mark: mark, leak: isNewLeak ? leak : nil,
      likeness: unit.likeness, others: unit.others, folded: max(folded, 0))
  }

  private func edge(to life: Life) -> TreePlan.Edge {
    if life.role.kind == .control { return .control }
    // A task disposes nothing as it ends: its loops and the tasks that it made are not its sources.
    guard let downstream = life.downstream, !downstream.isAlive, life.isAlive, downstream.role.kind != .task,
      trace.leakIndex(of: life.number) != nil
    else { return .data }
    return .broken
  }

  /// Subscriptions in the trees of a unit; only those alive, where finished ones are not drawn.
  private func size(of unit: Unit) -> Int {
    ([unit.life] + unit.others).reduce(0) { sum, number in
      sum + (countsAll(number) ? census.total : census.unfinished)[LifeIndex(number: number)]
    }
  }

  private func isCounted(_ number: Int) -> Bool {
    countsAll(number) || trace.forest[number].map { !trace.isFinished($0) } ?? false
  }

  private func countsAll(_ number: Int) -> Bool {
    drawsFinished || census.unfinished[LifeIndex(number: number)] == 0
  }
}

extension AnalyzedTrace {
  /// The index of the leak that a subscription belongs to.
  func leakIndex(of number: Int) -> Int? { verdicts[number]?.leak }

  /// Whether a subscription has ended, and is no leak.
  func isFinished(_ life: Life) -> Bool { !life.isAlive && leakIndex(of: life.number) == nil }
}

extension Life {
  /// Its number among the inner signals of its downstream; 0 if it is none.
  var innerNumber: UInt32 { role.kind == .inner ? role.number : 0 }
}
