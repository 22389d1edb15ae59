package import TraceAnalysis
package import TraceFormat

/// A recording in another tool's form: a value that takes the records one by one, in the order of time, and
/// then finishes. It appends its output to `bytes`; the caller empties them whenever it likes.
package protocol Exporter {
  mutating func add(_ record: TraceRecord, to bytes: inout [UInt8])
  mutating func finish(to bytes: inout [UInt8])
}

/// The facts of a recording before its first record.
package struct ExportedTrace {
  package var trace: AnalyzedTrace
  /// The recording's name, as it is.
  package var name: String
  package var host: String
  package var buildID: String
  /// Nanoseconds since 1970; 0 where it is not known.
  package var startedWallClock: UInt64
  /// The clock of the records at that moment.
  package var startedMonotonic: UInt64
  /// Of this recording alone: 16 bytes.
  package var identity: [UInt8]
  /// How many others come before it in one file of several; nil where it has a file of its own.
  package var placeAmongSeveral: Int?
  /// The labels of the recording, and the labels that the export adds. Where both have a label of one name,
  /// the added one counts.
  package var labels: [(name: String, value: String)]

  package init(
    _ trace: AnalyzedTrace, header: RecordingHeader, labels: [(name: String, value: String)] = [],
    name: String? = nil
  ) {
    self.trace = trace
    self.name = name ?? trace.file
    host = header.host
    buildID = Self.hexadecimal(header.buildID)
    startedWallClock = header.startedWallClock
    startedMonotonic = header.startedMonotonic
    identity = header.identity
    let own = header.labels.map { (name: $0.name, value: $0.value) }
    self.labels = own.filter { label in !labels.contains { $0.name == label.name } } + labels
    recordedContainer = header.container
  }

  /// Whether nothing of another recording stands before it in the file.
  var isFirst: Bool { (placeAmongSeveral ?? 0) == 0 }

  var identityText: String { Self.hexadecimal(identity) }

  private let recordedContainer: String

  /// The container that it ran in: as recorded, else the host's name, where that is the number of one, as by
  /// default.
  var container: String? {
    if !recordedContainer.isEmpty { return recordedContainer }
    let isNumber = host.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    return isNumber && [12, 64].contains(host.utf8.count) ? host : nil
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "0" + digits : digits
    }.joined()
  }

  /// Nanoseconds since the recording began.
  func offset(_ time: UInt64) -> UInt64 { time.since(trace.forest.began) }
}

/// A form that a recording can be given: a row of the table that `rxtrace export --to` chooses from.
package struct ExportFormat: Sendable {
  /// The word on the command line.
  package let name: String
  package let summary: String
  /// Set for a form that is a folder of two files: the content of `metadata`. The exporter writes the other
  /// file, `stream`.
  package let metadata: (@Sendable (ExportedTrace) -> String)?
  /// Whether it is bytes, and nothing for a terminal.
  package let isBinary: Bool
  /// Whether it needs the causes of beginnings and ends, which are not kept otherwise.
  package let showsCauses: Bool
  /// Whether several recordings can be in one file: each line or packet says which one it is of.
  package let takesSeveral: Bool
  package let make: @Sendable (ExportedTrace) -> any Exporter

  init(
    name: String, summary: String, isBinary: Bool = false, showsCauses: Bool = false,
    takesSeveral: Bool = false, metadata: (@Sendable (ExportedTrace) -> String)? = nil,
    make: @escaping @Sendable (ExportedTrace) -> any Exporter
  ) {
    self.name = name
    self.summary = summary
    self.metadata = metadata
    self.isBinary = isBinary
    self.showsCauses = showsCauses
    self.takesSeveral = takesSeveral
    self.make = make
  }

  package static let all: [ExportFormat] = [
    ExportFormat(
      name: "jsonl", summary: "a JSON object a line: events, then subscriptions and leaks", takesSeveral: true
    ) {
      JSONLines($0)
    },
    ExportFormat(name: "csv", summary: "a table of subscriptions", takesSeveral: true) {
      SubscriptionTable($0)
    },
    ExportFormat(name: "csv-events", summary: "a table of events", takesSeveral: true) { EventTable($0) },
    ExportFormat(name: "chrome", summary: "Chrome's trace events, for chrome://tracing and Perfetto") {
      ChromeTrace($0)
    },
    ExportFormat(
      name: "perfetto", summary: "Perfetto's protobuf: tracks, flows along causes, a counter", isBinary: true,
      takesSeveral: true
    ) {
      PerfettoTrace($0)
    },
    ExportFormat(
      name: "otlp",
      summary: "OpenTelemetry's JSON, a request a line (.jsonl): a span a subscription, links for causes",
      showsCauses: true, takesSeveral: true
    ) {
      OpenTelemetryTrace($0)
    },
    ExportFormat(
      name: "ctf", summary: "the Common Trace Format, a folder for babeltrace2", isBinary: true,
      metadata: { CommonTraceMetadata(exported: $0).text }
    ) {
      CommonTrace($0)
    },
    ExportFormat(
      name: "fleet", summary: "flat JSON objects, a line each, for an engine such as DuckDB",
      takesSeveral: true
    ) {
      FleetLines($0)
    },
    ExportFormat(
      name: "fleet-slim", summary: "the same without a line for each subscription", takesSeveral: true
    ) {
      FleetLines($0, hasSubscriptions: false)
    },
    ExportFormat(
      name: "collapsed", summary: "stacks from root to source and their values, for flame graphs",
      takesSeveral: true
    ) {
      CollapsedStacks($0)
    },
    ExportFormat(name: "speedscope", summary: "the same stacks for speedscope.app") { Speedscope($0) },
  ]
}
