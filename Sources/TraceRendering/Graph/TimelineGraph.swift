public import TraceAnalysis
import TraceFormat

/// The timeline for Graphviz: one row a subscription, time to the right, its end in the colour of the state.
public struct TimelineGraph: Renderer {
  package var options: TimelineOptions
  package var graph: GraphOptions

  /// More rows than this are no picture, and more than Graphviz can draw.
  private static let mostRows = 1000
  private static let columns = 121

  package init(_ options: TimelineOptions = TimelineOptions(), graph: GraphOptions = GraphOptions()) {
    self.options = options
    self.options.tree.limit = min(options.tree.limit ?? Self.mostRows, Self.mostRows)
    self.graph = graph
  }

  public func render(_ trace: AnalyzedTrace, into out: inout some TextOutputStream) {
    let scale = TimeScale(
      trace.forest, from: options.from, to: options.to, room: Self.columns,
      unit: options.unit, isLogarithmic: options.isLogarithmic)
    let plan = TimelinePlan(trace, options, scale)
    let rows = TimelineGraphRows(trace, scale, graph)
    let title = GraphTitle(trace, graph).text + ", \(scale.words)"
    out.write(
      """
      digraph rxtrace {
        graph [fontname="Helvetica", fontsize=11, labelloc=t, label=\(DotText.quoted(title, limit: 200))];
        node [shape=plaintext, fontname="Helvetica", fontsize=9];
        timeline [label=<<table border="0" cellborder="0" cellspacing="1" cellpadding="2">

      """)
    out.write(rows.axis)
    for tree in plan.trees {
      for row in tree { out.write(rows.row(row)) }
      out.write(rows.gap)
    }
    if plan.trees.isEmpty { out.write(rows.sentence("no subscription to draw")) }
    if let rest = plan.rest { out.write(rows.sentence(rest)) }
    out.write(rows.legend(plan))
    out.write("    </table>>];\n}\n")
  }
}

extension Renderer where Self == TimelineGraph {
  /// The timeline for Graphviz.
  public static func timelineGraph(
    _ options: TimelineOptions = TimelineOptions(), graph: GraphOptions = GraphOptions()
  ) -> TimelineGraph {
    TimelineGraph(options, graph: graph)
  }
}
