package import TraceAnalysis

/// The sources, and below each the subscriptions that it feeds, down to their roots.
///
///          SUBS ALIVE NEXT  SUBSCRIPTION        WHERE
///      ✗      4     2   19  ticker              Ticker.swift:18   #9, #15, #26, #37
///             1     0    3  └─ create           Cache.swift:88    #8
package struct InvertedTreeText: Renderer {
  package var options: TreeOptions
  package var page: Page

  package init(_ options: TreeOptions = TreeOptions(), on page: Page = Page()) {
    self.options = options
    self.page = page
  }

  private struct Step {
    let node: Int
    let depth: Int
    let isLast: Bool
    /// Whether something follows below, for each ancestor but the source.
    let guides: [Bool]
  }

  package func render(_ trace: AnalyzedTrace, into out: inout some TextOutputStream) {
    let pen = Pen(page: page)
    let showsFinished = options.showsFinished || trace.verdicts.counts.alive == 0
    for line in Heading(trace, pen).lines(with: .census, hidesFinished: !showsFinished) {
      line.write(on: page, to: &out)
    }
    Line().write(on: page, to: &out)
    let tree = InvertedTree(trace, showsFinished: showsFinished)
    guard !tree.sources.isEmpty else {
      pen("No source matches.").write(on: page, to: &out)
      return
    }
    var columns = ["SUBS", "ALIVE", "NEXT"].map { Column($0, alignsRight: true, gap: 1, isOptional: true) }
    columns = [Column("", gap: 1)] + columns
    columns += [
      Column("SUBSCRIPTION", least: 20), Column("WHERE", isOptional: true), Column("IDS"),
    ]
    var table = Table(columns: columns)
    let hidden = fill(&table, tree, trace, pen)
    if hidden > 0 {
      table.add(Line())
      table.add(pen("     … \(hidden) more rows: --max \(hidden + (options.limit ?? 0))", .dim))
    }
    table.write(with: pen, to: &out)
    Line().write(on: page, to: &out)
    pen("below each source: its subscribers").write(on: page, to: &out)
  }

  /// How many rows were left out.
  private func fill(_ table: inout Table, _ tree: InvertedTree, _ trace: AnalyzedTrace, _ pen: Pen) -> Int {
    let places = Places(trace.forest)
    var (drawn, hidden) = (0, 0)
    for source in tree.sources {
      var steps = [Step(node: source, depth: 0, isLast: true, guides: [])]
      if drawn > 0, !tree.nodes[source].listeners.isEmpty { table.add(Line()) }
      while let step = steps.popLast() {
        let node = tree.nodes[step.node]
        if drawn >= options.limit ?? .max {
          hidden += 1
        } else {
          table.add(cells(node, step, trace, places, pen))
        }
        drawn += 1
        if let depth = options.depth, step.depth + 1 >= depth { continue }
        let guides = step.depth == 0 ? [] : step.guides + [!step.isLast]
        for (index, listener) in node.listeners.enumerated().reversed() {
          steps.append(
            Step(
              node: listener, depth: step.depth + 1, isLast: index == node.listeners.count - 1,
              guides: Array(guides.suffix(page.width / 9))))
        }
      }
    }
    return hidden
  }

  private func cells(
    _ node: InvertedTree.Node, _ step: Step, _ trace: AnalyzedTrace, _ places: Places, _ pen: Pen
  ) -> [Cell] {
    let lives = node.lives.compactMap { trace.forest[$0] }
    let alive = lives.count(where: \.isAlive)
    let values = lives.reduce(UInt64(0)) { $0 &+ $1.values }
    let mark = lives.map { VerdictMark(trace.verdicts[$0.number]) }.max() ?? .none
    let ink: Ink = mark == .leak ? .leak : alive == 0 ? .dim : .plain
    let sign = mark == .finished && trace.verdicts.counts.alive > 0 ? VerdictMark.none : mark
    return [
      Cell(pen(sign.sign, mark.ink)), Cell(pen("\(lives.count)", ink)), Cell(pen("\(alive)", ink)),
      Cell(pen(trace.forest.knowsValues ? "\(values)" : "-", ink)),
      Cell(indent(step, pen) + pen(visible(node.name), ink, limit: 80)),
      pen.cell(node.site, ink == .dim ? .dim : .plain, places),
      numbers(node.lives, pen),
    ]
  }

  /// `#20, #31, #40`, and `#20 (+2)` where there is too little room: a number is never cut.
  private func numbers(_ lives: [Int], _ pen: Pen) -> Cell {
    var cell = Cell()
    for most in [8, 4, 2, 1] {
      let shown = lives.prefix(most).map { "#\($0)" }.joined(separator: ", ")
      let form = pen(lives.count > most ? "\(shown) (+\(lives.count - most))" : shown, .dim)
      cell.forms.append(cell.forms.last.map { $0.width > form.width ? form : $0 } ?? form)
    }
    return cell
  }

  private func indent(_ step: Step, _ pen: Pen) -> Line {
    guard step.depth > 0 else { return Line() }
    let isCut = step.guides.count < step.depth - 1
    let lines = step.guides.map { $0 ? "│  " : "   " }.joined()
    return pen((isCut ? "…" : "") + lines + (step.isLast ? "└─ " : "├─ "), .dim)
  }
}

extension Renderer where Self == InvertedTreeText {
  /// The sources, and below each the subscriptions that it feeds.
  package static func inverted(_ options: TreeOptions = TreeOptions(), on page: Page = Page())
    -> InvertedTreeText
  {
    InvertedTreeText(options, on: page)
  }
}
