package import TraceAnalysis
import TraceFormat

/// A line of `live --pid PID --format json`, of a process that nobody records: the living subscriptions in
/// its table, with the members of ``LiveJSON``. Members that only a recording tells are `null`.
package struct LivingJSON {
  package enum State: String { case unrecorded, ended }

  private let json: JSON

  /// - Parameters:
  ///   - limit: the most rows.
  ///   - doubts: lines about the limits of the look.
  package init(
    _ counts: LivingCounts, _ state: State, program: String, process: Int32, by grouping: StatsGrouping,
    limit: Int? = nil, doubts: [String] = []
  ) {
    let rows = counts.rows.prefix(limit ?? .max).map { Self.row($0, in: counts) }
    let verdicts = Self.unknown(
      "leaked", "leaked_and_ended", "open", "suspected", "settling", "long_lived", "unknown", "finished")
    json = .object([
      ("schema", "rxtrace"), ("version", .number(1)), ("report", "live"), ("recording", .null),
      ("program", .text(program)), ("pid", .number(Int(process))), ("state", .text(state.rawValue)),
      ("time_ns", .number(counts.length)), ("looks", .number(counts.looks)),
      ("doubts", .list(doubts.map { .text($0) })),
      ("counts", .object([("alive", .number(counts.alive))] + verdicts)),
      ("alive_at_first", .number(counts.atFirst)), ("begun", .number(counts.begun)),
      ("ended", .number(counts.ended)), ("group", .text(grouping.rawValue)), ("rows", .list(rows)),
      ("leaks", .null),
    ])
  }

  /// One line.
  package var text: String { json.description + "\n" }

  private static func row(_ row: LivingRow, in counts: LivingCounts) -> JSON {
    let owner = row.owner.flatMap { $0 == 0 ? nil : $0 }
    let members: [(name: String, value: JSON)] = [
      ("name", .text(row.name)), ("site", row.site.map(JSON.site) ?? .null), ("owner", .number(owner)),
      ("subscriptions", .number(row.subscriptions)), ("ended", .number(row.ended)),
      ("alive", .number(row.alive)), ("oldest_ns", .number(row.oldest.map { counts.time.since($0) })),
    ]
    let others = unknown(
      "peak", "leaked", "values", "late_values", "median_life_ns", "longest_life_ns", "is_longest_alive")
    return .object(members + others)
  }

  /// Members that only a recording tells.
  private static func unknown(_ names: String...) -> [(name: String, value: JSON)] {
    names.map { (name: $0, value: JSON.null) }
  }
}
