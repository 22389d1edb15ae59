package import TraceFormat

/// `info --format json`: what a recording says about itself, and how much of it can be read.
package struct InfoJSON {
  private let json: JSON

  /// - Parameters:
  ///   - events: what the signals did.
  ///   - lost: records that are missing.
  ///   - older: recordings that gave their name up to this one.
  package init(
    _ recording: Recording, file: String, events: UInt64, lost: UInt64, aliveBefore: UInt64, marks: UInt64,
    older: [String] = []
  ) {
    let header = recording.header
    let damage = recording.damage.map { damage in
      JSON.object([
        ("text", .text(damage.description)), ("offset", .number(damage.offset)),
        ("length", .number(damage.length)), ("harmless", .flag(damage.isHarmless)),
      ])
    }
    json = .object([
      ("schema", "rxtrace"), ("version", .number(1)), ("report", "info"), ("file", .text(file)),
      ("format", .text("\(header.formatMajor).\(header.formatMinor)")), ("program", .text(header.program)),
      ("arguments", .list(header.arguments.map { .text($0) })),
      ("pid", .number(UInt64(header.processID))), ("host", .text(header.host)),
      ("container", .text(header.container)),
      ("labels", .object(header.labels.map { ($0.name, .text($0.value)) })),
      ("values_recorded", .flag(header.kinds.contains(.next))),
      ("redactions", header.redactions.map { .number(UInt64($0)) } ?? .null),
      ("event_cost_ps", header.eventCost.map { .number($0) } ?? .null),
      ("build_id", .list(header.buildID.map { .number(UInt64($0)) })),
      ("runtime", .text(header.runtimeVersion)),
      ("started_unix_ns", .number(header.startedWallClock)),
      ("length_ns", .number(recording.timeRange.upperBound - recording.timeRange.lowerBound)),
      ("events", .number(events)), ("records", .number(recording.recordCount)), ("lost", .number(lost)),
      ("lost_may_be_more", .flag(recording.unknownLoss != nil)), ("alive_before", .number(aliveBefore)),
      ("marks", .number(marks)), ("sealed", .flag(recording.isSealed)),
      ("completed", .flag(recording.isCompleted)),
      ("threads_at_end", .number(UInt64(recording.threadsAtEnd))),
      ("chunks", .number(recording.chunks.count)),
      ("readable_chunks", .number(recording.chunks.count { $0.state == .whole })), ("damage", .list(damage)),
      ("older", .list(older.map { .text($0) })),
    ])
  }

  /// One line.
  package var text: String { json.description + "\n" }
}
