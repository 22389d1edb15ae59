import TraceAnalysis
import TraceFormat

/// A JSON object a line: the recording, its events, then its subscriptions and leaks.
struct JSONLines: Exporter {
  private let exported: ExportedTrace
  private var hasBegun = false

  init(_ exported: ExportedTrace) { self.exported = exported }

  mutating func add(_ record: TraceRecord, to bytes: inout [UInt8]) {
    begin(&bytes)
    Self.write(EventFields(record.event, exported.trace.forest).json(record, exported.trace), &bytes)
  }

  mutating func finish(to bytes: inout [UInt8]) {
    begin(&bytes)
    let trace = exported.trace
    for life in trace.forest.lives where trace.isSelected(life.number) {
      Self.write(.object([("type", "subscription"), ("subscription", .life(life, trace))]), &bytes)
    }
    for (letter, isProven, leak) in trace.listedLeaks {
      Self.write(
        .object([("type", "leak"), ("leak", .leak(letter, isProven: isProven, leak, trace))]), &bytes)
    }
  }

  private mutating func begin(_ bytes: inout [UInt8]) {
    guard !hasBegun else { return }
    hasBegun = true
    Self.write(
      .report(
        "export", exported.trace,
        [
          ("type", "recording"), ("host", .text(exported.host)), ("build_id", .text(exported.buildID)),
          ("started_unix_ns", .number(exported.startedWallClock)),
        ]), &bytes)
  }

  private static func write(_ json: JSON, _ bytes: inout [UInt8]) { json.writeLine(to: &bytes) }
}
