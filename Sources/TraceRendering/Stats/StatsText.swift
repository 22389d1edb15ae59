public import TraceAnalysis

/// A trace in numbers: totals, how many were alive over time, a row for each call site, and the findings of
/// the checks.
public struct StatsText: Renderer {
  /// How subscriptions are grouped into rows.
  package var grouping: StatsRow.Grouping
  /// Show all rows, not only those with something alive twice, leaked or late.
  package var showsAll: Bool
  /// The most rows; nil for as many as tell something.
  package var limit: Int?
  package var page: Page

  package init(
    by grouping: StatsRow.Grouping = .site, showsAll: Bool = false, limit: Int? = nil, on page: Page = Page()
  ) {
    self.grouping = grouping
    self.showsAll = showsAll
    self.limit = limit
    self.page = page
  }

  public func render(_ trace: AnalyzedTrace, into out: inout some TextOutputStream) {
    let pen = Pen(page: page)
    let stats = Stats(trace.forest, trace.verdicts, among: trace.selection)
    for line in totals(stats, trace, pen) { line.write(on: page, to: &out) }
    guard stats.subscriptions > 0 else { return }
    Line().write(on: page, to: &out)
    for line in CurveText(stats, pen).lines { line.write(on: page, to: &out) }
    Line().write(on: page, to: &out)
    StatsTable(stats.rows(by: grouping), grouping, trace, pen, showsAll: showsAll, limit: limit)
      .write(to: &out)
    let checks = CheckTable(trace, pen, limit: limit)
    guard !checks.isEmpty else { return }
    Line().write(on: page, to: &out)
    checks.write(to: &out)
  }

  private func totals(_ stats: Stats, _ trace: AnalyzedTrace, _ pen: Pen) -> [Line] {
    let heading = Heading(trace, pen)
    let totals = stats.totals
    let rate = rate(trace.forest.events, in: trace.length, digits: 0)
    // From here on only the subscriptions that were asked for count; the events before this are all of the
    // recording's.
    let asked =
      (trace.selection == nil
        ? pen(plural(stats.subscriptions, "subscription")) : heading.selected + pen(" subscriptions"))
      + pen(", \(plural(stats.roots, "root")), depth \(stats.depth)")
    var lines = pen.flow([
      heading.name, heading.length, pen("\(plural(trace.forest.events, "event")) (\(rate)/s)"), asked,
      heading.lost, heading.withoutValues,
    ])
    lines += pen.flow(
      [
        pen("subscribed \(totals.subscribed)"),
        pen(trace.forest.knowsValues ? "next \(totals.next)" : "next not recorded"),
        pen("completed \(totals.completed)"), pen("error \(totals.error)"),
        pen("disposed \(totals.disposed)"),
        optional("released", totals.released, pen), optional("dropped", totals.dropped, pen),
        optional("overlaps", totals.overlaps, pen), optional("alive before", totals.aliveBefore, pen),
      ], gap: 3)
    lines += pen.flow(
      [
        pen("ended by: completion \(stats.ends.completion)"), pen("error \(stats.ends.error)"),
        pen("disposal \(stats.ends.disposal)"), pen("    still alive \(stats.alive)\(doubts(trace))"),
      ], gap: 3)
    return lines
  }

  /// Where records are missing, an end may be among them.
  private func doubts(_ trace: AnalyzedTrace) -> String {
    let doubtful = trace.forest.lives.count { life in
      switch trace.verdicts[life.index] {
      case .unknown(.eventsLost), .unknown(.beginningMissing): trace.isSelected(life.number)
      default: false
      }
    }
    return doubtful == 0 ? "" : ", \(doubtful) of them perhaps not: records are missing"
  }

  private func optional(_ word: String, _ count: UInt64, _ pen: Pen) -> Line {
    count == 0 ? Line() : pen("\(word) \(count)")
  }
}

extension Renderer where Self == StatsText {
  /// A trace in numbers.
  public static func stats(
    by grouping: StatsRow.Grouping = .site, showsAll: Bool = false, limit: Int? = nil, on page: Page = Page()
  ) -> StatsText {
    StatsText(by: grouping, showsAll: showsAll, limit: limit, on: page)
  }
}
