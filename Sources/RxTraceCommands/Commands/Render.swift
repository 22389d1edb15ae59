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
  enum Cluster: String, CaseIterable, ExpressibleByArgument { case root, owner, file, none }
  enum Scale: String, CaseIterable, ExpressibleByArgument { case linear, log }

  @OptionGroup var argument: RecordingArguments

  @Option(help: "Trees, or lives over time.") var view: View = .tree
  @Option(help: "Text, a page for a browser, a picture, or JSON.") var format: Format = .text
  @Flag(help: "Sources first, and below each its subscribers.") var invert = false
  @OptionGroup(title: "Drawing") var selection: SelectionOptions
  @OptionGroup(title: "Filters") var filter: FilterOptions
  @Flag(help: "For grep: every subscription in a row of its own, and no colour.") var plain = false
  @OptionGroup(title: "Timeline") var part: PartOptions

  @Option(help: ArgumentHelp("The time axis of a timeline.", valueName: "scale"))
  var scale: Scale = .linear

  @Option(
    help: ArgumentHelp(
      "How long a column of a timeline is: 100ms. As much is drawn as there is room for.", valueName: "time"),
    transform: DurationArgument.length)
  var unit: DurationArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The state at this moment: 5s, -2s, a mark's text.", valueName: "time"))
  var at: MomentArgument?

  @Flag(
    help: ArgumentHelp("Leave times and the process number out of a graph: equal runs give equal graphs."))
  var stable = false
  @Option(help: "Frames of a graph: each tree, or the trees of an owner or a file.")
  var cluster: Cluster = .root
  @Option(help: ArgumentHelp("At most this many nodes; leaks come first. Default: 200.", valueName: "nodes"))
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
    if scale == .log, view == .tree || format == .html || format == .json {
      throw ValidationError("--scale is for lives over time as text or a graph: add --view timeline.")
    }
    if let unit {
      if view == .tree || format == .html || format == .json || scale == .log {
        throw ValidationError("--unit is for lives over time in equal columns: add --view timeline.")
      }
      if unit.nanoseconds == 0 { throw ValidationError("--unit takes a time above 0.") }
    }
    if argument.paths.count > 1, format.isGraph {
      throw ValidationError(
        "--format \(format.rawValue) shows one recording; text, json and html show several.")
    }
    if plain, format != .text { throw ValidationError("--plain is for text.") }
    if !format.isGraph, stable || cluster != .root || maxNodes != nil {
      throw ValidationError("--stable, --cluster and --max-nodes are for graphs: add --format dot.")
    }
    if let maxNodes, maxNodes < 1 { throw ValidationError("--max-nodes takes a number of nodes, from 1.") }
    if format == .mermaid, view == .timeline {
      throw ValidationError("--format mermaid draws trees; for lives over time take --format svg or html.")
    }
  }

  func run() throws {
    if format == .text || format == .json {
      return try EachRecording(paths: argument.paths).answer(with: answer, hasHeadings: format == .text) {
        path in
        let drawing = try self.drawing(of: path)
        return (drawing.trace, renderer(drawing))
      }
    }
    if argument.paths.count > 1 { return try writePageOfSeveral() }
    let drawing = try self.drawing(of: argument.paths[0])
    switch format {
    case .svg:
      try answer.answer(Graphviz().svg(of: TraceAnalysis.render(drawing.trace, as: renderer(drawing))))
    case .text, .json, .html, .dot, .mermaid: try answer.answer(drawing.trace, as: renderer(drawing))
    }
  }

  /// One page, in which a recording is chosen.
  private func writePageOfSeveral() throws {
    let all = EachRecording(paths: argument.paths)
    let html = html
    var isComplete = true
    try answer.stream { out throws(CommandFailure) in
      var names: [String] = []
      isComplete = try all.forEach { path throws(CommandFailure) in
        let trace = try drawing(of: path).trace
        if names.isEmpty { html.begin(&out) }
        html.add(trace, to: &out)
        names.append(trace.file)
        if let failure = out.failure { throw failure }
      }
      if names.isEmpty {
        throw CommandFailure("none of them can be read", status: ExitStatus.unreadableInput)
      }
      html.end(&out, names: names)
    }
    try all.end(isComplete)
  }

  /// The kind of drawing, and its extent.
  private struct Drawing {
    var trace: AnalyzedTrace
    var tree: TreeOptions
    var timeline: TimelineOptions
  }

  private func drawing(of path: String?) throws(CommandFailure) -> Drawing {
    let recording = try OpenedRecording.open(path)
    let keepsActivity = view == .timeline || format == .html
    var trace = try AnalyzedTrace(
      reading: recording, verdicts, filter, keepsActivity: keepsActivity, keepsCauses: format == .html)
    if let at { try trace.goBack(to: at, of: recording, verdicts, filter, keepsActivity: keepsActivity) }
    try FilterOptions.check(selection.expand?.numbers ?? [], "--expand", in: trace.forest)
    var timeline = try part.options(TimelineOptions(), selection, filter, trace.forest)
    timeline.isLogarithmic = scale == .log
    timeline.unit = unit?.nanoseconds
    var tree = selection.options(TreeOptions(), filter)
    if plain {
      tree.foldNothing()
      tree.limit = selection.max
      timeline.tree = tree
      timeline.foldsEqualRows = false
    }
    if let maxNodes {
      tree.limit = maxNodes
      timeline.tree.limit = maxNodes
    }
    return Drawing(trace: trace, tree: tree, timeline: timeline)
  }

  private func renderer(_ drawing: Drawing) -> any Renderer {
    switch (view, format) {
    case (.tree, .text) where invert: .inverted(drawing.tree, on: page)
    case (.tree, .text): .tree(drawing.tree, on: page)
    case (.timeline, .text): .timeline(drawing.timeline, on: page)
    case (_, .html): html
    case (_, .json): TreeJSON()
    case (.tree, .dot) where isASCII: ASCIIGraph.dot(.treeGraph(drawing.tree, graph: graph))
    case (.tree, .dot), (.tree, .svg): .treeGraph(drawing.tree, graph: graph)
    case (.timeline, .dot) where isASCII: ASCIIGraph.dot(.timelineGraph(drawing.timeline, graph: graph))
    case (.timeline, .dot), (.timeline, .svg): .timelineGraph(drawing.timeline, graph: graph)
    case (_, .mermaid) where isASCII: ASCIIGraph.mermaid(.mermaid(drawing.tree, graph: graph))
    case (_, .mermaid): .mermaid(drawing.tree, graph: graph)
    }
  }

  /// Whether a graph is to be ASCII: only where that was asked for, so that it is the same text in every
  /// locale.
  private var isASCII: Bool { answer.appearance.charset == .ascii }

  private var page: Page {
    var page = answer.page
    if plain { page.isColoured = false }
    return page
  }

  private var html: HTMLReport {
    var html = HTMLReport(links: answer.appearance.links)
    if let max = selection.max { html.limit = max }
    if let sources = answer.appearance.sources {
      html.sources = sources
      html.patches = PagePatches(sources: answer.appearance.sourceRoots)
    }
    return html
  }

  private var graph: GraphOptions {
    var graph = GraphOptions()
    graph.isStable = stable
    graph.cluster = GraphOptions.Cluster(rawValue: cluster.rawValue) ?? .root
    graph.links = answer.appearance.links
    return graph
  }
}
