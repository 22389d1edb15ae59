public import TraceAnalysis
import TraceFormat

/// The subscriptions as a graph for Graphviz: values flow upwards to the root that asked for them.
///
/// Each tree has a frame. Sources that keep a leak alive are 3-D boxes. Finished subscriptions are grey and
/// dashed, control edges are dotted, and the link that failed ends in a box. Node names are the numbers that
/// the other drawings print, so two graphs can be compared line by line.
public struct TreeGraph: Renderer {
  package var options: TreeOptions
  package var graph: GraphOptions

  package init(_ options: TreeOptions = TreeOptions(), graph: GraphOptions = GraphOptions()) {
    self.options = options
    self.graph = graph
  }

  public func render(_ trace: AnalyzedTrace, into out: inout some TextOutputStream) {
    let plan = TreePlan(trace, options)
    let nodes = GraphNodes(trace, graph)
    out.write("digraph rxtrace {\n")
    out.write(header(trace))
    let trees = mergedTrees(plan)
    let frames = GraphFrames(trace, graph.cluster).frames(
      around: trees.map { plan.rows[$0.rows.lowerBound].life })
    for frame in frames {
      guard let title = frame.title else {
        for tree in frame.trees { write(trees[tree], plan, trace, nodes, to: &out) }
        continue
      }
      write(title, frame.trees.map { trees[$0] }, plan, nodes, to: &out)
    }
    if plan.hiddenSubscriptions > 0 {
      out.write(
        "  more [label=\(DotText.quoted(plan.rest)), shape=plaintext, fontcolor=\"\(GraphPalette.finishedText)\"];\n"
      )
    }
    if plan.rows.isEmpty { out.write("  none [label=\"no subscription to draw\", shape=plaintext];\n") }
    out.write(GraphLegend(plan, trace).text)
    out.write(shelves(trees, plan))
    out.write("}\n")
  }

  private func header(_ trace: AnalyzedTrace) -> String {
    """
      graph [rankdir=BT, compound=true, newrank=true, fontname="Helvetica", fontsize=11, labelloc=t,
        nodesep=0.2, ranksep=0.35, label=\(DotText.quoted(GraphTitle(trace, graph).text))];
      node [shape=box, style="rounded,filled", fillcolor=white, color="\(GraphPalette.line)",
        fontname="Helvetica", fontsize=9, margin="0.10,0.05", height=0.3];
      edge [fontname="Helvetica", fontsize=8, color="\(GraphPalette.line)", arrowsize=0.7];

    """
  }

  /// A tree, and the rows that stand for trees of the same shape: they share its frame.
  private struct Tree {
    let rows: Range<Int>
    var alike: [Int] = []
  }

  private func mergedTrees(_ plan: TreePlan) -> [Tree] {
    var trees: [Tree] = []
    var drawn: [Int: Int] = [:]
    for tree in plan.trees where !tree.rows.isEmpty {
      let root = plan.rows[tree.rows.lowerBound]
      switch root.likeness {
      case .shape(let number)?, .leak(let number)?:
        if let index = drawn[number] {
          trees[index].alike.append(tree.rows.lowerBound)
          continue
        }
      case .folded?, nil: break
      }
      drawn[root.life] = trees.count
      trees.append(Tree(rows: tree.rows))
    }
    return trees
  }

  private func write(
    _ tree: Tree, _ plan: TreePlan, _ trace: AnalyzedTrace, _ nodes: GraphNodes,
    to out: inout some TextOutputStream
  ) {
    let root = plan.rows[tree.rows.lowerBound]
    let isFramed = graph.cluster == .root && tree.rows.count > 1
    let indent = isFramed ? "    " : "  "
    if isFramed { out.write(frame("s\(root.life)", title(tree, plan, trace), [tree], plan)) }
    // Graphviz puts the last node on the left.
    for index in tree.rows.reversed() { out.write(indent + nodes.node(plan.rows[index]) + "\n") }
    if isFramed { out.write("  }\n") }
    writeEdges(of: tree, plan, nodes, to: &out)
  }

  /// Trees that share a frame, which has the number of the first root.
  private func write(
    _ title: String, _ trees: [Tree], _ plan: TreePlan, _ nodes: GraphNodes,
    to out: inout some TextOutputStream
  ) {
    guard let first = trees.first else { return }
    out.write(frame("g\(plan.rows[first.rows.lowerBound].life)", title, trees, plan))
    for tree in trees.reversed() {
      for index in tree.rows.reversed() { out.write("    " + nodes.node(plan.rows[index]) + "\n") }
    }
    out.write("  }\n")
    for tree in trees { writeEdges(of: tree, plan, nodes, to: &out) }
  }

  private func frame(_ name: String, _ title: String, _ trees: [Tree], _ plan: TreePlan) -> String {
    let isLeak = trees.contains { tree in tree.rows.contains { plan.rows[$0].mark == .leak } }
    let color = isLeak ? GraphPalette.leak : "#bbbbbb"
    return """
        subgraph cluster_\(name) {
          labelloc=b; style=rounded; color="\(color)"; fontcolor="\(isLeak ? color : GraphPalette.line)";
          label=\(DotText.quoted(title));

      """
  }

  private func writeEdges(
    of tree: Tree, _ plan: TreePlan, _ nodes: GraphNodes, to out: inout some TextOutputStream
  ) {
    for index in tree.rows {
      let row = plan.rows[index]
      if let parent = row.parent { out.write("  " + nodes.edge(row, to: plan.rows[parent]) + "\n") }
    }
  }

  /// Roots in rows, each row below the deepest nodes of the one above.
  private func shelves(_ trees: [Tree], _ plan: TreePlan) -> String {
    let sizes = trees.map { tree in
      let depths = tree.rows.map { plan.rows[$0].depth }
      let counts = depths.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
      return GraphShelves.Size(width: counts.values.max() ?? 1, height: (depths.max() ?? 0) + 2)
    }
    func root(_ tree: Int) -> String { "s\(plan.rows[trees[tree].rows.lowerBound].life)" }
    func deepest(_ tree: Int) -> String {
      let rows = trees[tree].rows
      return "s\(plan.rows[rows.max { plan.rows[$0].depth < plan.rows[$1].depth } ?? rows.lowerBound].life)"
    }
    var text = ""
    var above: [Int] = []
    for row in GraphShelves(sizes).rows {
      let names = row.map(root) + (above.isEmpty ? ["legend"] : [])
      text += "  { rank=same; \(names.joined(separator: "; ")); }\n"
      if let tallest = above.max(by: { sizes[$0].height < sizes[$1].height }), let first = row.first {
        text += "  \(root(first)) -> \(deepest(tallest)) [style=invis, weight=0];\n"
      }
      above = row
    }
    return text
  }

  /// `LEAK B  Session.swift:45  ×2 (#10, #21)`.
  private func title(_ tree: Tree, _ plan: TreePlan, _ trace: AnalyzedTrace) -> String {
    let root = plan.rows[tree.rows.lowerBound]
    let places = Places(trace.forest)
    let leaks = tree.rows.compactMap { plan.rows[$0].leak }
    var title = leaks.first.map { "LEAK \(letter(ofLeak: $0))  " } ?? ""
    let site = leaks.first.map { trace.verdicts.leaks[$0].site } ?? trace.forest[root.life]?.site
    title += site.map { places.text($0) } ?? "#\(root.life)"
    let others = tree.alike.map { plan.rows[$0] }
    let count = others.reduce(1) { $0 + 1 + $1.more }
    guard count > 1 else { return title }
    let numbers = ([root] + others).prefix(4).map { "#\($0.life)" }
    return title
      + "  ×\(count) (\((count > numbers.count ? numbers + ["…"] : numbers).joined(separator: ", ")))"
  }
}

extension Renderer where Self == TreeGraph {
  /// The subscriptions as a graph for Graphviz.
  public static func treeGraph(
    _ options: TreeOptions = TreeOptions(), graph: GraphOptions = GraphOptions()
  ) -> TreeGraph {
    TreeGraph(options, graph: graph)
  }
}
