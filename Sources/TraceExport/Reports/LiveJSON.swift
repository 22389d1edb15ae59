package import TraceAnalysis
import TraceFormat

/// A line of `live --format json`: what is alive at a moment, by what a row is about. Rates are differences
/// of two lines.
package struct LiveJSON {
  private let json: JSON

  /// - Parameters:
  ///   - time: the moment of the look, in nanoseconds of `CLOCK_MONOTONIC`.
  ///   - state: `recording`, `ended` or `replay`.
  ///   - limit: the most rows.
  ///   - listsAll: whether each leak has the numbers of all its subscriptions, or of five.
  package init(
    _ trace: AnalyzedTrace, at time: UInt64, _ state: String, by grouping: StatsGrouping, limit: Int? = nil,
    listsAll: Bool = false
  ) {
    let began = trace.forest.began
    let rows = Stats(trace.forest, trace.verdicts, among: trace.selection).rows(by: grouping.rows)
    let leaks = trace.listedLeaks.map { letter, isProven, leak in
      JSON.leak(letter, isProven: isProven, leak, trace, most: listsAll ? .max : JSON.fewExamples)
    }
    json = .report(
      "live", trace,
      [
        ("state", .text(state)), ("time_ns", .number(time.since(began))),
        ("counts", .counts(trace.counts)), ("group", .text(grouping.rawValue)),
        ("rows", .list(rows.prefix(limit ?? .max).map(JSON.row))), ("leaks", .list(leaks)),
      ])
  }

  /// One line.
  package var text: String { json.description + "\n" }
}
