import TraceAnalysis
import TraceFormat

/// Rows of comma-separated values, as RFC 4180 has them.
enum CommaSeparated {
  static func write(_ cells: [String?], _ bytes: inout [UInt8]) {
    bytes += cells.map { quoted($0 ?? "") }.joined(separator: ",").utf8
    bytes += "\r\n".utf8
  }

  /// The column that says of which recording a row is, in a table of several.
  static func recording(_ exported: ExportedTrace) -> (heading: [String], cells: [String?]) {
    exported.placeAmongSeveral == nil ? ([], []) : (["recording"], [exported.name])
  }

  private static func quoted(_ text: String) -> String {
    let text = isFormula(text) ? "'" + text : text
    // A carriage return and a line feed are one character to Swift: bytes are looked at. Where a semicolon or
    // a tab divides cells, what follows it in a text begins none.
    let needsQuotes = text.utf8.contains { [0x22, 0x2c, 0x0a, 0x0d, 0x3b, 0x09].contains($0) }
    return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }

  /// Whether a spreadsheet computes what the cell holds: a text of the traced program must not run anything.
  /// Full-width characters count where people type these.
  private static func isFormula(_ text: String) -> Bool {
    // A mark at the very beginning is not looked at.
    guard let first = text.unicodeScalars.first(where: { $0.value != 0xfeff && $0.value != 0x20 }) else {
      return false
    }
    guard "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first) else { return false }
    return Int64(text) == nil && Double(text) == nil
  }
}

/// A row a subscription.
struct SubscriptionTable: Exporter {
  private let exported: ExportedTrace

  init(_ exported: ExportedTrace) { self.exported = exported }

  func add(_ record: TraceRecord, to bytes: inout [UInt8]) {}

  func finish(to bytes: inout [UInt8]) {
    let trace = exported.trace
    let whose = CommaSeparated.recording(exported)
    if exported.isFirst { CommaSeparated.write(whose.heading + JSON.lifeMembers, &bytes) }
    for life in trace.forest.lives where trace.isSelected(life.number) {
      guard case .object(let members) = JSON.life(life, trace) else { continue }
      CommaSeparated.write(whose.cells + members.map { Self.text($0.value) }, &bytes)
    }
  }

  private static func text(_ value: JSON) -> String? {
    switch value {
    case .text(let text): text
    case .null: nil
    default: value.description
    }
  }
}

/// A row an event.
struct EventTable: Exporter {
  private let exported: ExportedTrace
  private var hasBegun = false

  init(_ exported: ExportedTrace) { self.exported = exported }

  mutating func add(_ record: TraceRecord, to bytes: inout [UInt8]) {
    begin(&bytes)
    let fields = EventFields(record.event, exported.trace.forest)
    let cells: [String?] =
      [
        String(exported.offset(record.time)), String(record.thread.rawValue), fields.kind.word,
        fields.subscription.map { String($0) }, fields.event?.description, fields.cause?.description,
        fields.text, fields.owner.map { String($0) }, fields.number.map { String($0) },
      ]
    CommaSeparated.write(CommaSeparated.recording(exported).cells + cells, &bytes)
  }

  mutating func finish(to bytes: inout [UInt8]) { begin(&bytes) }

  private mutating func begin(_ bytes: inout [UInt8]) {
    guard !hasBegun else { return }
    hasBegun = true
    guard exported.isFirst else { return }
    CommaSeparated.write(
      CommaSeparated.recording(exported).heading + [
        "time_ns", "thread", "kind", "id", "event", "cause", "text", "owner", "number",
      ], &bytes)
  }
}
