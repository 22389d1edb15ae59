public import TraceAnalysis
import TraceFormat

/// The subscriptions as rows of marbles, time to the right.
///
///     #7  subscribe      ^---o---o---o---!                    Cache.swift:95
///     #9    ticker       ^---o---o---o---x---x---x---x---x--> Ticker.swift:18
///                                        ╰ disposed; #9 was not
public struct TimelineText: Renderer {
  package var options: TimelineOptions
  package var page: Page

  package init(_ options: TimelineOptions = TimelineOptions(), on page: Page = Page()) {
    self.options = options
    self.page = page
  }

  public func render(_ trace: AnalyzedTrace, into out: inout some TextOutputStream) {
    let pen = Pen(page: page)
    for line in Heading(trace, pen).title { line.write(on: page, to: &out) }
    Line().write(on: page, to: &out)
    // How much room the lanes have depends on the labels, and which labels there are on the scale.
    let draft = TimelinePlan(trace, options, scale(trace, room: 40))
    var layout = TimelineLayout(draft, trace, pen)
    let scale = scale(trace, room: layout.room)
    let plan = TimelinePlan(trace, options, scale)
    layout.fit(scale)
    guard !plan.trees.isEmpty else {
      let nothing =
        trace.forest.lives.isEmpty ? "No subscription was recorded." : "No subscription is in this part."
      pen(nothing).write(on: page, to: &out)
      if scale.isCut { pen(scale.words, .dim).write(on: page, to: &out) }
      return
    }
    for line in layout.axis(scale) { line.write(on: page, to: &out) }
    for (index, tree) in plan.trees.enumerated() {
      if index > 0, tree.count > 1 || plan.trees[index - 1].count > 1 { Line().write(on: page, to: &out) }
      for row in tree {
        layout.line(of: row, scale).write(on: page, to: &out)
        if let note = row.note { layout.line(of: note).write(on: page, to: &out) }
      }
    }
    if let rest = plan.rest { pen(rest, .dim).write(on: page, to: &out) }
    Line().write(on: page, to: &out)
    for line in legend(plan, pen) { line.write(on: page, to: &out) }
  }

  private func scale(_ trace: AnalyzedTrace, room: Int) -> TimeScale {
    TimeScale(
      trace.forest, from: options.from, to: options.to, room: room, unit: options.unit,
      isLogarithmic: options.isLogarithmic)
  }

  private func legend(_ plan: TimelinePlan, _ pen: Pen) -> [Line] {
    let rows = plan.trees.joined()
    var alike = rows.contains { $0.folded > 0 } ? ["(+n) equal rows"] : []
    if rows.contains(where: { $0.lane.cells.contains("=") }) { alike.append("= 2-9 alive, quiet") }
    if rows.contains(where: { $0.lane.cells.contains("≡") }) { alike.append("≡ ten or more") }
    if rows.contains(where: { $0.more > 0 }) { alike.append("×n as many alike, drawn as one") }
    return pen.flow(
      ([
        "^ subscribed", "o one value", "2-9 values", "* ten or more", "| completed", "# error", "! disposed",
        "- alive, quiet", "x value after disposal", "> alive at the end", "? events lost",
      ] + alike).map { pen($0) }, indent: 0)
  }
}

extension Renderer where Self == TimelineText {
  /// The subscriptions as rows of marbles, time to the right.
  public static func timeline(
    _ options: TimelineOptions = TimelineOptions(), on page: Page = Page()
  ) -> TimelineText {
    TimelineText(options, on: page)
  }
}
