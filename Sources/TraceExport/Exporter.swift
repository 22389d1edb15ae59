import TraceAnalysis
public import TraceFormat
public import TraceRendering

/// A recording in another tool's form: a value that takes the records one by one, in the order of time, and then
/// finishes. What it writes is appended to `bytes`, which the caller empties whenever it likes.
public protocol Exporter {
  mutating func add(_ record: TraceRecord, to bytes: inout [UInt8])
  mutating func finish(to bytes: inout [UInt8])
}

/// What exporters know of a recording before its first record.
public struct ExportedTrace {
  public var trace: AnalyzedTrace
  public var host: String
  public var buildID: String
  /// Nanoseconds since 1970; 0 where it is not known.
  public var startedWallClock: UInt64

  public init(_ trace: AnalyzedTrace, header: RecordingHeader) {
    self.trace = trace
    host = header.host
    buildID = header.buildID.map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "0" + digits : digits
    }.joined()
    startedWallClock = header.startedWallClock
  }

  /// Nanoseconds since the recording began.
  func offset(_ time: UInt64) -> UInt64 { time - min(time, trace.forest.began) }
}

/// A form that a recording can be given: a row of the table that `rxtrace export --to` chooses from.
public struct ExportFormat: Sendable {
  /// The word on the command line.
  public let name: String
  public let summary: String
  public let make: @Sendable (ExportedTrace) -> any Exporter

  public static let all: [ExportFormat] = [
    ExportFormat(name: "jsonl", summary: "a JSON object a line: events, then subscriptions and leaks") {
      JSONLines($0)
    },
    ExportFormat(name: "csv", summary: "a table of subscriptions") { SubscriptionTable($0) },
    ExportFormat(name: "csv-events", summary: "a table of events") { EventTable($0) },
    ExportFormat(name: "chrome", summary: "Chrome's trace events, for chrome://tracing and Perfetto") {
      ChromeTrace($0)
    },
    ExportFormat(name: "perfetto", summary: "Perfetto's protobuf: tracks, flows along causes, a counter") {
      PerfettoTrace($0)
    },
    ExportFormat(name: "collapsed", summary: "stacks from root to source and their values, for flame graphs")
    {
      CollapsedStacks($0)
    },
    ExportFormat(name: "speedscope", summary: "the same stacks for speedscope.app") { Speedscope($0) },
  ]
}
