import TraceAnalysis
import TraceFormat

/// How much had happened by a moment, in all and at each call site: two of them give rates.
struct LiveSample: Sendable {
  struct Counts: Sendable {
    var subscriptions = 0
    var alive = 0
    var values: UInt64 = 0
    var late: UInt64 = 0
  }

  /// In nanoseconds of `CLOCK_MONOTONIC`.
  let time: UInt64
  let events: UInt64
  let alive: Int
  /// By what a row is about, as ``key(of:)`` tells it.
  let rows: [String: Counts]

  init(_ trace: AnalyzedTrace, _ rows: [StatsRow], at time: UInt64) {
    self.time = time
    events = trace.forest.events
    alive = trace.counts.alive
    var counts: [String: Counts] = [:]
    for row in rows {
      counts[Self.key(of: row)] = Counts(
        subscriptions: row.subscriptions, alive: row.alive, values: row.values, late: row.late)
    }
    self.rows = counts
  }

  static func key(of row: StatsRow) -> String {
    guard let site = row.site else { return row.name }
    return "\(site.operatorName)\n\(site.file)\n\(site.line)"
  }
}
