import TraceAnalysis
import TraceFormat

/// Flat JSON objects, a line each, for an engine that holds the recordings of many machines: the recording in
/// numbers, its leaks, its call sites and its subscriptions. Every line says of which recording it is.
/// FLEET.md has queries.
struct FleetLines: Exporter {
  private let exported: ExportedTrace
  private let hasSubscriptions: Bool

  init(_ exported: ExportedTrace, hasSubscriptions: Bool = true) {
    self.exported = exported
    self.hasSubscriptions = hasSubscriptions
  }

  mutating func add(_ record: TraceRecord, to bytes: inout [UInt8]) {}

  mutating func finish(to bytes: inout [UInt8]) {
    let trace = exported.trace
    let stats = Stats(trace.forest, trace.verdicts, among: trace.selection)
    recording(trace, stats, &bytes)
    for (letter, isProven, leak) in trace.listedLeaks { self.leak(letter, isProven, leak, trace, &bytes) }
    for row in stats.rows() { site(row, &bytes) }
    guard hasSubscriptions else { return }
    for life in trace.forest.lives where trace.isSelected(life.number) {
      guard case .object(let members) = JSON.life(life, trace) else { continue }
      write("subscription", members, &bytes)
    }
  }

  private func recording(_ trace: AnalyzedTrace, _ stats: Stats, _ bytes: inout [UInt8]) {
    let counts = trace.counts
    write(
      "recording",
      [
        ("length_ns", .number(trace.forest.ended.since(trace.forest.began))),
        ("events", .number(trace.forest.events)),
        ("subscriptions", .number(trace.selection?.count ?? trace.forest.lives.count)),
        ("alive", .number(counts.alive)), ("leaked", .number(counts.leaked)), ("open", .number(counts.open)),
        ("unknown", .number(counts.unknown)), ("floor", .number(stats.floor.alive)),
        ("peak", .number(stats.curve.peak)), ("lost", .number(trace.forest.lost)),
      ], &bytes)
  }

  private func leak(
    _ letter: String, _ isProven: Bool, _ leak: Leak, _ trace: AnalyzedTrace, _ bytes: inout [UInt8]
  ) {
    let words = LeakText(leak, trace)
    write(
      "leak",
      [
        ("letter", .text(letter)), ("kind", isProven ? "leak" : "suspect"),
        ("fingerprint", .text(leak.fingerprint.description)), ("confidence", .text(leak.confidence.name)),
        ("reason", .text("\(leak.reason)")), ("title", .text(words.title)),
        ("operator", .text(leak.site.operatorName)), ("file", .text(leak.site.file)),
        ("line", .number(UInt64(leak.site.line))), ("leaked", .number(leak.members.count)),
        ("late_values", .number(leak.waste.values)), ("hint", .text(words.hint)),
      ], &bytes)
  }

  private func site(_ row: StatsRow, _ bytes: inout [UInt8]) {
    guard let site = row.site else { return }
    write(
      "site",
      [
        ("operator", .text(site.operatorName)), ("file", .text(site.file)),
        ("line", .number(UInt64(site.line))),
        ("subscriptions", .number(row.subscriptions)), ("ended", .number(row.ended)),
        ("alive", .number(row.alive)), ("peak", .number(row.peak)), ("leaked", .number(row.verdicts.leaked)),
        ("values", .number(row.values)), ("late_values", .number(row.late)),
        ("longest_life_ns", .number(row.longestLife)),
      ], &bytes)
  }

  private func write(_ type: String, _ members: [(name: String, value: JSON)], _ bytes: inout [UInt8]) {
    let whose: [(name: String, value: JSON)] = [
      ("schema", "rxtrace-fleet"), ("version", .number(1)), ("type", .text(type)),
      ("recording", .text(exported.identityText)), ("host", .text(exported.host)),
      ("container", .text(exported.container)), ("program", .text(exported.trace.program)),
      ("build_id", .text(exported.buildID)), ("pid", .number(exported.trace.processID.map(UInt64.init))),
      ("started_unix_ns", .number(exported.startedWallClock)),
      ("labels", .object(exported.labels.map { ($0.name, .text($0.value)) })),
    ]
    bytes += JSON.object(whose + members).description.utf8
    bytes.append(UInt8(ascii: "\n"))
  }
}
