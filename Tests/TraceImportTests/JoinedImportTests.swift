import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat
import TraceImport

/// A tracer's lines say which subscriber joined which connection.
@Suite struct JoinedImportTests {
  /// Two screens that share a value, each with a share of its own, made on one line. The first leaves, and its connection
  /// stays: a leak, which the second screen does not excuse.
  private var records: [TraceRecord] {
    var script = TraceScript()
    for screen in 1...2 {
      let time = Double(screen)
      let root = script.subscribe("subscribe", "Screen.swift:9", at: time)
      let share = script.subscribe("share", "Screen.swift:5", for: root, at: time)
      let source = script.subscribe("interval", "Screen.swift:4", for: share, as: .shared, at: time)
      let connection = UInt64(100 + screen)
      script.add(.connected(connection: connection, source: source, subscribers: 1), time)
      script.add(.joined(share, connection: connection), time)
      if screen == 1 { script.dispose([root, share], .explicit, at: 1.5) }
    }
    script.add(.mark(script.event(on: 1), text: "end"), 9)
    return script.trace
  }

  private func leaks(_ line: (TraceRecord) -> String?) throws -> [Leak] {
    var trace = TraceImport()
    for line in [TracerLines.start] + records.compactMap(line) { trace.take(Array(line.utf8)[...]) }
    let (bytes, tally) = trace.finish()
    #expect(tally.damaged == 0 && tally.events == records.compactMap(line).count)
    let recording = try Recording(bytes: bytes)
    var builder = ForestBuilder()
    recording.forEach { builder.add($0) }
    let forest = builder.finish(began: recording.timeRange.lowerBound, ended: recording.timeRange.upperBound)
    return Verdicts(forest).leaks
  }

  @Test func `Of two shares on one line the one that leaks is named`() throws {
    let leaks = try leaks { TracerLines.bpftrace($0) }
    #expect(leaks.map(\.members) == [[3]])
    #expect(leaks.first?.site.line == 5)
  }

  @Test func `perf's lines say it as well`() throws {
    #expect(try leaks { TracerLines.perf($0) }.map(\.members) == [[3]])
  }

  @Test func `Lines of a version that does not say who joined count all subscribers of the line`() throws {
    let leaks = try leaks { record in
      if case .joined = record.event { return nil }
      return TracerLines.bpftrace(record)
    }
    #expect(leaks.isEmpty)
  }
}
