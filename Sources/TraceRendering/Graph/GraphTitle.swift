import TraceAnalysis

/// The line above a graph: `feedd  pid 4711 — 12.000 s, 2 leaks, 425 events, 0 lost`.
struct GraphTitle {
  let text: String

  init(_ trace: AnalyzedTrace, _ options: GraphOptions) {
    var title = trace.program.shortened(to: 40)
    var facts = [
      plural(trace.verdicts.leaks.count, "leak"), plural(trace.forest.events, "event"),
      Heading.lost(trace.forest),
    ]
    if !trace.forest.knowsValues { facts.append("values not recorded") }
    if !options.isStable {
      title += trace.processID.map { "  pid \($0)" } ?? ""
      facts.insert(TimeUnit(for: trace.length).named(trace.length), at: 0)
    }
    text = title + " — " + facts.joined(separator: ", ")
  }
}
