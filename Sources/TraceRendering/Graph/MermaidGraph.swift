public import TraceAnalysis
import TraceFormat

/// The subscriptions as a Mermaid diagram, for a README or an issue: the graph that ``TreeGraph`` draws, in a
/// form that needs no program to be seen.
public struct MermaidGraph: Renderer {
  package var options: TreeOptions
  package var graph: GraphOptions

  package init(_ options: TreeOptions = TreeOptions(), graph: GraphOptions = GraphOptions()) {
    self.options = options
    self.graph = graph
  }

  public func render(_ trace: AnalyzedTrace, into out: inout some TextOutputStream) {
    let plan = TreePlan(trace, options)
    let nodes = MermaidNodes(trace, graph)
    out.write("%% \(MermaidText.body(GraphTitle(trace, graph).text, limit: 200))\nflowchart BT\n")
    let trees = plan.trees.filter { !$0.rows.isEmpty }
    let roots = trees.map { plan.rows[$0.rows.lowerBound].life }
    for frame in GraphFrames(trace, graph.cluster).frames(around: roots) {
      let root = roots[frame.trees[0]]
      var title = frame.title.map { MermaidText.quoted([GraphLine($0)]) }
      let first = trees[frame.trees[0]]
      if graph.cluster == .root, first.rows.count > 1 { title = nodes.title(of: first, plan) }
      if let title { out.write("  subgraph t\(root)[\(title)]\n") }
      for index in frame.trees.flatMap({ trees[$0].rows }) {
        out.write((title == nil ? "  " : "    ") + nodes.node(plan.rows[index]) + "\n")
      }
      if title != nil { out.write("  end\n") }
      for index in frame.trees.flatMap({ trees[$0].rows }) {
        guard let parent = plan.rows[index].parent else { continue }
        out.write("  " + nodes.edge(plan.rows[index], to: plan.rows[parent]) + "\n")
      }
    }
    if plan.hiddenSubscriptions > 0 {
      out.write("  more[\(MermaidText.quoted([GraphLine(plan.rest)]))]:::finished\n")
    }
    if plan.rows.isEmpty { out.write("  none[\"no subscription to draw\"]:::finished\n") }
    out.write(
      """
        classDef leak stroke:\(GraphPalette.leak),stroke-width:2px
        classDef doubt stroke:\(GraphPalette.doubt)
        classDef finished stroke:\(GraphPalette.finishedLine),color:\(GraphPalette.finishedText),stroke-dasharray:4 3

      """)
  }
}

/// The statements for one row of a tree.
private struct MermaidNodes {
  private let trace: AnalyzedTrace
  private let options: GraphOptions
  private let words: Wording
  private let places: Places

  init(_ trace: AnalyzedTrace, _ options: GraphOptions) {
    self.trace = trace
    self.options = options
    words = Wording(trace)
    places = Places(trace.forest)
  }

  func title(of tree: TreePlan.Tree, _ plan: TreePlan) -> String {
    let leak = tree.rows.lazy.compactMap { plan.rows[$0].leak }.first
    let root = plan.rows[tree.rows.lowerBound]
    let site = leak.map { trace.verdicts.leaks[$0].site } ?? trace.forest[root.life]?.site
    let place = site.map { places.text($0) } ?? "#\(root.life)"
    return MermaidText.quoted([GraphLine((leak.map { "LEAK \(letter(ofLeak: $0))  " } ?? "") + place)])
  }

  func node(_ row: TreePlan.Row) -> String {
    guard let life = trace.forest[row.life] else { return "" }
    var lines: [GraphLine] = [
      GraphLine(words.name(of: life), limit: 32),
      "\(places.text(life.site, limit: 32)) · #\(life.number)", GraphLine(state(of: life)),
    ]
    if row.more > 0 { lines.append("\(row.more) more like it") }
    if row.folded > 0 { lines.append("+\(row.folded) folded") }
    let label = MermaidText.quoted(lines)
    let style =
      row.mark == .leak
      ? "leak" : !life.isAlive ? "finished" : row.mark == .suspect || row.mark == .doubt ? "doubt" : ""
    let isControl = life.role.kind == .control && row.parent != nil
    let shape =
      isControl ? "([\(label)])" : words.isSource(life) && row.mark == .leak ? "[[\(label)]]" : "[\(label)]"
    return "s\(row.life)\(shape)\(style.isEmpty ? "" : ":::" + style)"
  }

  private func state(of life: Life) -> String {
    let (word, detail) = words.state(of: life)
    if life.isAlive { return word + (detail ?? "") }
    let leaked = trace.leakIndex(of: life.number) == nil ? "" : Wording.leaked
    return (options.isStable ? String(word.prefix { $0 != " " }) : word + " " + words.unit.name) + leaked
  }

  func edge(_ row: TreePlan.Row, to downstream: TreePlan.Row) -> String {
    guard let life = trace.forest[row.life] else { return "" }
    let arrow =
      switch row.edge {
      case .control: "-.->"
      case .broken: "--x|dispose not passed on|"
      case .data, .root: "-->" + label(of: life)
      }
    return "s\(row.life) \(arrow) s\(downstream.life)"
  }

  private func label(of life: Life) -> String {
    let inner = life.innerNumber > 0 ? "inner \(life.innerNumber)" : ""
    guard trace.forest.knowsValues else { return inner.isEmpty ? "" : "|\(inner)|" }
    return "|\(inner.isEmpty ? "" : inner + ": ")\(life.values)|"
  }
}

extension Renderer where Self == MermaidGraph {
  /// The subscriptions as a Mermaid diagram.
  public static func mermaid(
    _ options: TreeOptions = TreeOptions(), graph: GraphOptions = GraphOptions()
  ) -> MermaidGraph {
    MermaidGraph(options, graph: graph)
  }
}
