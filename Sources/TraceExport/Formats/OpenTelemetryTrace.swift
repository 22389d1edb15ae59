import TraceAnalysis
import TraceFormat

/// OpenTelemetry's traces in OTLP's JSON: a span for each life, in one trace for each root; its events on it,
/// and links to what caused its beginning and its end. A line is one request for a collector.
struct OpenTelemetryTrace: Exporter {
  private let exported: ExportedTrace
  private var events: [Int: [JSON]] = [:]
  private var left: [Int: UInt64] = [:]
  private var kept = 0

  /// As many as the SDKs keep of a span, and of a recording what fits into memory; others are counted.
  private static let eventsOfSpan = 128
  private static let eventsOfAll = 1_000_000
  private static let spansOfLine = 512

  init(_ exported: ExportedTrace) { self.exported = exported }

  mutating func add(_ record: TraceRecord, to bytes: inout [UInt8]) {
    let fields = EventFields(record.event, exported.trace.forest)
    guard let number = fields.subscription, ![.subscribed, .aliveBefore, .named].contains(fields.kind) else {
      return
    }
    guard kept < Self.eventsOfAll, events[number, default: []].count < Self.eventsOfSpan else {
      left[number, default: 0] += 1
      return
    }
    kept += 1
    var members: [(name: String, value: JSON)] = [
      ("timeUnixNano", .text(moment(record.time))), ("name", .text(fields.kind.word)),
    ]
    if let text = fields.text {
      members.append(("attributes", .list([Self.attribute("rxtrace.text", .text(text))])))
    }
    events[number, default: []].append(.object(members))
  }

  mutating func finish(to bytes: inout [UInt8]) {
    let trace = exported.trace
    var spans: [JSON] = []
    for life in trace.forest.lives where trace.isSelected(life.number) {
      spans.append(span(life))
      if spans.count == Self.spansOfLine { write(&spans, &bytes) }
    }
    if !spans.isEmpty { write(&spans, &bytes) }
  }

  private func write(_ spans: inout [JSON], _ bytes: inout [UInt8]) {
    let scope = JSON.object([
      ("scope", .object([("name", "rxtrace")])), ("spans", .list(spans)),
    ])
    let request = JSON.object([
      (
        "resourceSpans",
        [.object([("resource", .object([("attributes", .list(resource))])), ("scopeSpans", [scope])])]
      )
    ])
    request.writeLine(to: &bytes)
    spans = []
  }

  private var resource: [JSON] {
    var attributes = [Self.attribute("service.name", .text(exported.trace.program))]
    if !exported.host.isEmpty { attributes.append(Self.attribute("host.name", .text(exported.host))) }
    if let container = exported.container {
      attributes.append(Self.attribute("container.id", .text(container)))
    }
    if let process = exported.trace.processID {
      attributes.append(Self.attribute("process.pid", .number(UInt64(process))))
    }
    if !exported.buildID.isEmpty {
      attributes.append(Self.attribute("process.executable.build_id.gnu", .text(exported.buildID)))
    }
    return attributes + exported.labels.map { Self.attribute($0.name, .text($0.value)) }
  }

  private func span(_ life: Life) -> JSON {
    let forest = exported.trace.forest
    let root = life.root.number
    var members: [(name: String, value: JSON)] = [
      ("traceId", .text(traceID(ofRoot: root))), ("spanId", .text(spanID(life.number))),
    ]
    if let downstream = life.downstream { members.append(("parentSpanId", .text(spanID(downstream.number)))) }
    members += [
      ("name", .text(life.name)), ("kind", .number(1)),
      ("startTimeUnixNano", .text(moment(life.subscribedAt))),
      ("endTimeUnixNano", .text(moment(max(life.endedAt ?? forest.ended, life.subscribedAt)))),
      ("attributes", .list(attributes(of: life))), ("events", .list(events[life.number] ?? [])),
      ("droppedEventsCount", .number(min(left[life.number] ?? 0, UInt64(UInt32.max)))),
      ("links", .list(links(of: life))),
    ]
    if let ending = life.ending, ending.kind == .error {
      members.append(
        ("status", .object([("code", .number(2)), ("message", .text(ending.description ?? ""))])))
    }
    return .object(members)
  }

  private func attributes(of life: Life) -> [JSON] {
    guard case .object(let members) = JSON.life(life, exported.trace) else { return [] }
    let names = [
      "id": "rxtrace.subscription", "role": "rxtrace.role", "operator": "code.function.name",
      "file": "code.file.path", "line": "code.line.number", "thread": "thread.id", "state": "rxtrace.state",
      "owner": "rxtrace.owner", "values": "rxtrace.values", "late_values": "rxtrace.late_values",
      "verdict": "rxtrace.verdict",
    ]
    var attributes = members.compactMap { member -> JSON? in
      guard let name = names[member.name] else { return nil }
      if case .null = member.value { return nil }
      return Self.attribute(name, member.value)
    }
    if case .leaked(_, let index)? = exported.trace.verdicts[life.index] {
      let leak = exported.trace.verdicts.leaks[index]
      attributes.append(Self.attribute("rxtrace.leak.fingerprint", .text(leak.fingerprint.description)))
    }
    return attributes
  }

  /// To the spans of those whose events led to its beginning and to its end.
  private func links(of life: Life) -> [JSON] {
    let causes = [("subscribed", life.causes.first), ("ended", (life.ending?.cause ?? life.disposal?.cause))]
    return causes.compactMap { what, cause in
      guard let cause, cause.life != life.index else { return nil }
      let root = exported.trace.forest.lives[cause.life].root
      return .object([
        ("traceId", .text(traceID(ofRoot: root.number))), ("spanId", .text(spanID(cause.life.number))),
        (
          "attributes",
          .list([
            Self.attribute("rxtrace.caused", .text(what)),
            Self.attribute("rxtrace.by", .text("\(cause.kind)")),
          ])
        ),
      ])
    }
  }

  private static func attribute(_ name: String, _ value: JSON) -> JSON {
    // Whole numbers are texts in the JSON of protocol buffers.
    let typed: JSON =
      switch value {
      case .number(let number): .object([("intValue", .text(String(number)))])
      default: .object([("stringValue", value)])
      }
    return .object([("key", .text(name)), ("value", typed)])
  }

  private func moment(_ time: UInt64) -> String {
    String(exported.startedWallClock &+ exported.offset(time))
  }

  /// Equal whenever the same recording is exported, unlike those of others.
  private func traceID(ofRoot number: Int) -> String {
    hexadecimal(exported.identity.prefix(8)) + hexadecimal(UInt64(number))
  }

  private func spanID(_ number: Int) -> String {
    var word: UInt64 = 0
    for byte in exported.identity.suffix(8) { word = word << 8 | UInt64(byte) }
    // Numbers are small: the upper half tells recordings apart.
    return hexadecimal((word & ~0xffff_ffff) ^ UInt64(number))
  }

  private func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  private func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
    hexadecimal(bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
