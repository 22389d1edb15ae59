import TraceAnalysis
import TraceFormat

/// Chrome's trace events: each subscription an asynchronous track, its values instants on it, and a counter
/// of those that are alive.
struct ChromeTrace: Exporter {
  private let exported: ExportedTrace
  private var hasBegun = false
  private var open = Set<Int>()

  init(_ exported: ExportedTrace) { self.exported = exported }

  mutating func add(_ record: TraceRecord, to bytes: inout [UInt8]) {
    let fields = EventFields(record.event, exported.trace.forest)
    if fields.kind == .mark {
      return write(
        "i", record, "mark", [("s", "p"), ("args", .object([("text", .text(fields.text))]))], &bytes)
    }
    guard let number = fields.subscription, let life = exported.trace.forest[number] else { return }
    let id: (name: String, value: JSON) = ("id", .number(number))
    switch fields.kind {
    case .subscribed, .aliveBefore:
      guard open.insert(number).inserted else { return }
      let place = "\(life.site.file):\(life.site.line)"
      write("b", record, life.name, [id, ("args", .object([("site", .text(place))]))], &bytes)
      count(record, &bytes)
    case .next:
      write("n", record, life.name, [id, ("args", .object([("value", .text(fields.text))]))], &bytes)
    case .completed, .error, .disposed:
      guard open.remove(number) != nil else { return }
      write("e", record, life.name, [id, ("args", .object([("end", .text(fields.kind.word))]))], &bytes)
      count(record, &bytes)
    default: return
    }
  }

  mutating func finish(to bytes: inout [UInt8]) {
    let end = TraceRecord(
      time: exported.trace.forest.ended, thread: ThreadID(rawValue: 0), event: .lost(count: 0, since: 0))
    for number in open.sorted() {
      let name = exported.trace.forest[number]?.name ?? ""
      write("e", end, name, [("id", .number(number)), ("args", .object([("end", "alive")]))], &bytes)
    }
    begin(&bytes)
    bytes += "\n]}\n".utf8
  }

  private mutating func count(_ record: TraceRecord, _ bytes: inout [UInt8]) {
    write("C", record, "alive", [("args", .object([("subscriptions", .number(open.count))]))], &bytes)
  }

  private mutating func write(
    _ phase: String, _ record: TraceRecord, _ name: String, _ members: [(name: String, value: JSON)],
    _ bytes: inout [UInt8]
  ) {
    if hasBegun { bytes += ",\n".utf8 }
    begin(&bytes)
    let event = JSON.object(
      [
        ("ph", .text(phase)), ("cat", "subscription"), ("name", .text(name)),
        ("pid", .number(exported.trace.processID.map(UInt64.init) ?? 0)),
        ("tid", .number(UInt64(record.thread.rawValue))),
        ("ts", .real(Double(exported.offset(record.time)) / 1000)),
      ] + members)
    bytes += event.description.utf8
  }

  private mutating func begin(_ bytes: inout [UInt8]) {
    guard !hasBegun else { return }
    hasBegun = true
    bytes += "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n".utf8
  }
}
