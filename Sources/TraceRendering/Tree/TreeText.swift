public import TraceAnalysis
import TraceFormat

/// The subscriptions as trees of text: each below the one for whose sake it was made.
///
///      ✗  #10  subscribe            Session.swift:47  11.50+  40  ALIVE
///      ✗  #11  └─ deliverOnMain()   Session.swift:46  11.50+  40  ALIVE
///
/// Finished trees are left out and what has finished in a living one is folded, unless the options say
/// otherwise; trees of equal shape are drawn once.
public struct TreeText: Renderer {
  package var options: TreeOptions
  package var page: Page

  package init(_ options: TreeOptions = TreeOptions(), on page: Page = Page()) {
    self.options = options
    self.page = page
  }

  public func render(_ trace: AnalyzedTrace, into out: inout some TextOutputStream) {
    let pen = Pen(page: page)
    let plan = TreePlan(trace, options)
    for line in Heading(trace, pen).lines(with: .census, hidesFinished: plan.hidesFinished(of: trace)) {
      line.write(on: page, to: &out)
    }
    Line().write(on: page, to: &out)
    if plan.rows.isEmpty {
      let nothing = trace.forest.lives.isEmpty ? "No subscription was recorded." : "No subscription matches."
      pen(nothing).write(on: page, to: &out)
      return
    }
    table(plan, trace, pen).write(with: pen, to: &out)
    Line().write(on: page, to: &out)
    for line in legend(plan, trace, pen) { line.write(on: page, to: &out) }
  }

  private func table(_ plan: TreePlan, _ trace: AnalyzedTrace, _ pen: Pen) -> Table {
    let words = Wording(trace)
    let row = TreeRowText(trace: trace, words: words, places: Places(trace.forest), pen: pen)
    var table = Table(columns: [
      Column("", gap: 1), Column("ID", alignsRight: true),
      Column("SUBSCRIPTION", least: row.deepestIndent(plan.rows) + 14), Column("WHERE", isOptional: true),
      Column("LIFE " + words.unit.name, alignsRight: true, gap: 1, isOptional: true),
      Column("NEXT", alignsRight: true, gap: 1, isOptional: true),
      Column("STATE", least: row.leastState(plan.rows), wrapsLast: true),
    ])
    for (index, tree) in plan.trees.enumerated() {
      if index > 0 {
        let previous = plan.trees[index - 1]
        if previous.wasAliveBefore, !tree.wasAliveBefore { table.add(row.beginning) }
        if tree.rows.count > 1 || previous.rows.count > 1 { table.add(Line()) }
      }
      for index in tree.rows {
        let leads = index + 1 < tree.rows.upperBound && plan.rows[index + 1].parent == index
        table.add(row.cells(plan.rows[index], leads: leads))
      }
    }
    if plan.trees.last?.wasAliveBefore == true { table.add(row.beginning) }
    if plan.hiddenSubscriptions > 0 {
      table.add(Line())
      table.add(pen("     " + plan.rest, .dim))
    }
    return table
  }

  private func legend(_ plan: TreePlan, _ trace: AnalyzedTrace, _ pen: Pen) -> [Line] {
    var pieces = [pen("── data")]
    if plan.rows.contains(where: { $0.edge == .control }) { pieces.append(pen("┄┄ control")) }
    if plan.rows.contains(where: { trace.forest[$0.life]?.innerNumber ?? 0 > 0 }) {
      pieces.append(pen("[n] inner"))
    }
    if plan.rows.contains(where: { $0.edge == .broken }) { pieces.append(pen("╳ dispose not passed on")) }
    if plan.rows.contains(where: { $0.more > 0 }) { pieces.append(pen("×n as many alike")) }
    if plan.rows.contains(where: { $0.folded > 0 }) { pieces.append(pen("(+n) folded")) }
    if !trace.verdicts.leaks.isEmpty || !trace.verdicts.suspects.isEmpty {
      pieces.append(pen(" next: rxtrace leaks ") + pen(trace.file, limit: 60))
    }
    return pen.flow(pieces, gap: 3)
  }
}

extension Renderer where Self == TreeText {
  /// The subscriptions as trees of text.
  public static func tree(_ options: TreeOptions = TreeOptions(), on page: Page = Page()) -> TreeText {
    TreeText(options, on: page)
  }
}
