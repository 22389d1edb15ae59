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
      rxtrace render app.rxtrace --format html -o app.html
      rxtrace render app.rxtrace --format dot | dot -Tsvg -o app.svg
      """
  )

  enum View: String, CaseIterable, ExpressibleByArgument { case tree, timeline }
  enum Format: String, CaseIterable, ExpressibleByArgument { case text, html, dot, json }
  enum Cluster: String, CaseIterable, ExpressibleByArgument { case root, none }

  @OptionGroup var argument: RecordingArgument

  @Option(help: "What to draw.") var view: View = .tree
  @Option(help: "Text, a page for a browser, a graph for Graphviz, or JSON.") var format: Format = .text
  @OptionGroup(title: "What is drawn") var selection: SelectionOptions
  @OptionGroup(title: "What it is about") var filter: FilterOptions
  @OptionGroup(title: "Timeline") var part: PartOptions

  @Flag(help: ArgumentHelp("A graph without times and process: equal for equal runs.")) var stable = false
  @Option(help: "What a graph frames.") var cluster: Cluster = .root

  @OptionGroup(title: "Verdicts") var verdicts: VerdictOptions
  @OptionGroup(title: "Output") var answer: AnswerOptions

  func validate() throws {
    if view == .tree, part.leaks {
      throw ValidationError("--leaks is for lives over time: add --view timeline.")
    }
    if format != .dot, stable || cluster == .none {
      throw ValidationError("--stable and --cluster are for graphs: add --format dot.")
    }
  }

  func run() throws {
    let trace = try argument.analyzed(verdicts, filter, keepsActivity: view == .timeline || format == .html)
    try FilterOptions.check(selection.expand?.numbers ?? [], "--expand", in: trace.forest)
    let timeline = try part.options(TimelineOptions(), selection, filter, trace.forest)
    let tree = selection.options(TreeOptions(), filter)
    switch (view, format) {
    case (.tree, .text): try answer.answer(trace, as: .tree(tree, on: answer.page))
    case (.tree, .dot): try answer.answer(trace, as: .treeGraph(tree, graph: graph))
    case (_, .html): try answer.answer(trace, as: html)
    case (_, .json): try answer.answer(trace, as: TreeJSON())
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
