import TraceAnalysis

/// The meanings of the signs in a tree's graph: only signs that are in it.
struct GraphLegend {
  let text: String

  init(_ plan: TreePlan, _ trace: AnalyzedTrace) {
    let lives = plan.rows.compactMap { row in trace.forest[row.life].map { (row: row, life: $0) } }
    let words = Wording(trace)
    var entries: [(sign: String, meaning: String)] = []
    if lives.contains(where: { $0.row.mark == .leak && $0.life.isAlive }) {
      entries.append(("red", "should have ended, is alive"))
    }
    if lives.contains(where: { $0.row.mark == .leak && !$0.life.isAlive }) {
      entries.append(("red, dashed", "leaked, has ended since"))
    }
    if lives.contains(where: { $0.row.mark == .leak && $0.life.isAlive && words.isSource($0.life) }) {
      entries.append(("3-D box", "source that keeps a leak alive"))
    }
    let doubts = Set(lives.map(\.row.mark))
    let doubt = [doubts.contains(.suspect) ? "suspected" : nil, doubts.contains(.doubt) ? "not known" : nil]
      .compactMap(\.self)
    if !doubt.isEmpty { entries.append(("brown", doubt.joined(separator: ", or "))) }
    if lives.contains(where: { !$0.life.isAlive && $0.row.mark != .leak }) {
      entries.append(("grey, dashed", "finished or disposed"))
    }
    if lives.contains(where: { $0.row.edge == .control }) {
      entries.append(("dotted, ⊣", "control edge: carries no data"))
    }
    if lives.contains(where: { $0.row.edge == .broken }) {
      entries.append(("□ head", "dispose was not passed on here"))
    }
    entries.append(("number", "values sent; [n] the inner signal's number"))
    let rows = entries.map { entry in
      "<tr><td align=\"left\">\(DotText.html(entry.sign))</td><td align=\"left\">\(DotText.html(entry.meaning))</td></tr>"
    }
    text = """
        subgraph cluster_legend {
          labelloc=b; label="legend"; fontsize=8; color="#cccccc"; style=rounded;
          legend [shape=plaintext, style="", label=<<table border="0" cellborder="0" cellspacing="2">
            \(rows.joined(separator: "\n      "))</table>>];
        }

      """
  }
}
