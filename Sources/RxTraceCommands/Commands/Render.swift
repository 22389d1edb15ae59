import ArgumentParser
import TraceAnalysis
import TraceExport
import TraceRendering

struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw a recording: its subscriptions as a tree, or their lives over time.",
    discussion: """
      rxtrace render app.rxtrace
      rxtrace render app.rxtrace --view timeline --from -5s
      rxtrace render app.rxtrace --root Session.swift:47 --all
      rxtrace render app.rxtrace --at 5s
      rxtrace render app.rxtrace --invert --name ticker
      rxtrace render app.rxtrace --format html -o app.html
      rxtrace render app.rxtrace --format svg -o app.svg --link-format vscode://file/src/{path}:{line}
      """
  )

  enum View: String, CaseIterable, ExpressibleByArgument { case tree, timeline }
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, html, svg, dot, mermaid, json

    /// Whether it is a graph of nodes and edges.
    var isGraph: Bool { self == .svg || self == .dot || self == .mermaid }
  }
  enum Cluster: String, CaseIterable, ExpressibleByArgument { case root, none }

  @OptionGroup var argument: RecordingArgument

  @Option(help: "What to draw.") var view: View = .tree
  @Option(help: "Text, a page for a browser, a picture, or JSON.") var format: Format = .text
  @Flag(help: "Sources first: who listens to each of them.") var invert = false
  @OptionGroup(title: "What is drawn") var selection: SelectionOptions
  @OptionGroup(title: "What it is about") var filter: FilterOptions
  @OptionGroup(title: "Timeline") var part: PartOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The state at this moment: 5s, -2s, a mark's text.", valueName: "time"))
  var at: MomentArgument?

  @Flag(help: ArgumentHelp("A graph without times and process: equal for equal runs.")) var stable = false
  @Option(help: "What a graph frames.") var cluster: Cluster = .root
  @Option(help: ArgumentHelp("At most so many nodes; leaks come first. Default: 200.", valueName: "nodes"))
  var maxNodes: Int?

  @OptionGroup(title: "Verdicts") var verdicts: VerdictOptions
  @OptionGroup(title: "Output") var answer: AnswerOptions

  func validate() throws {
    if view == .tree, part.leaks {
      throw ValidationError("--leaks is for lives over time: add --view timeline.")
    }
    if invert, view != .tree || format != .text {
      throw ValidationError("--invert is for the tree as text.")
    }
    if !format.isGraph, stable || cluster == .none || maxNodes != nil {
      throw ValidationError("--stable, --cluster and --max-nodes are for graphs: add --format dot.")
    }
    if let maxNodes, maxNodes < 1 { throw ValidationError("--max-nodes takes a number of nodes, from 1.") }
    if format == .mermaid, view == .timeline {
      throw ValidationError("--format mermaid draws trees; for lives over time take --format svg or html.")
    }
  }

  func run() throws {
    let recording = try argument.open()
    let keepsActivity = view == .timeline || format == .html
    var trace = try AnalyzedTrace(
      reading: recording, verdicts, filter, keepsActivity: keepsActivity, keepsCauses: format == .html)
    if let at { try trace.goBack(to: at, of: recording, verdicts, filter, keepsActivity: keepsActivity) }
    try FilterOptions.check(selection.expand?.numbers ?? [], "--expand", in: trace.forest)
    var timeline = try part.options(TimelineOptions(), selection, filter, trace.forest)
    var tree = selection.options(TreeOptions(), filter)
    if let maxNodes {
      tree.limit = maxNodes
      timeline.tree.limit = maxNodes
    }
    switch (view, format) {
    case (.tree, .text) where invert: try answer.answer(trace, as: .inverted(tree, on: answer.page))
    case (.tree, .text): try answer.answer(trace, as: .tree(tree, on: answer.page))
    case (.tree, .dot): try answer.answer(trace, as: .treeGraph(tree, graph: graph))
    case (_, .html): try answer.answer(trace, as: html)
    case (_, .json): try answer.answer(trace, as: TreeJSON())
    case (.tree, .svg):
      try answer.answer(Graphviz().svg(of: TraceRendering.render(trace, as: .treeGraph(tree, graph: graph))))
    case (.timeline, .svg):
      try answer.answer(
        Graphviz().svg(of: TraceRendering.render(trace, as: .timelineGraph(timeline, graph: graph))))
    case (_, .mermaid): try answer.answer(trace, as: .mermaid(tree, graph: graph))
    case (.timeline, .text): try answer.answer(trace, as: .timeline(timeline, on: answer.page))
    case (.timeline, .dot): try answer.answer(trace, as: .timelineGraph(timeline, graph: graph))
    }
  }

  private var html: HTMLReport {
    var html = HTMLReport(links: answer.appearance.links)
    if let max = selection.max { html.limit = max }
    return html
  }

  private var graph: GraphOptions {
    var graph = GraphOptions()
    graph.isStable = stable
    graph.hasClusters = cluster == .root
    graph.links = answer.appearance.links
    return graph
  }
}
