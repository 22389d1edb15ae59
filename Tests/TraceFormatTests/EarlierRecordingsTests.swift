import Foundation
import Testing
import TraceFixtures
import TraceFormat

/// Recordings as versions have written them, the present one included: later versions go on reading them. They are never
/// written anew; a new minor version of the format adds its own: `RXTRACE_GOLDENS=write swift test --filter
/// EarlierRecordingsTests`.
@Suite struct EarlierRecordingsTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Recordings")
  private static let current = "\(RecordingHeader.supportedMajor).\(RecordingHeader.supportedMinor)"

  private typealias Counts = (records: UInt64, lost: UInt64)
  /// What each version has written: how many records, and how many are lost.
  private static let known: [(version: String, sealed: Counts, killed: Counts)] = [
    ("1.1", sealed: (60, 0), killed: (65, 39))
  ]

  private static func path(_ name: String) -> String { folder.appending(path: name).path }

  @Test func `the present version is among them`() throws {
    let names = [".rxtrace", "-killed.rxtrace", "-killed.rxtrace.stage"].map { Self.current + $0 }
    if ProcessInfo.processInfo.environment["RXTRACE_GOLDENS"] == "write" {
      let whole = Samples.recording(Samples.records(threads: 2))
      let index = try #require(try Recording(bytes: whole).chunks.last)
      let files = [
        whole, Array(whole[..<Int(index.offset)]), StagingSample.file(withCanaryIn: 3, but: nil),
      ]
      for (name, bytes) in zip(names, files) where !FileManager.default.fileExists(atPath: Self.path(name)) {
        try Data(bytes).write(to: Self.folder.appending(path: name))
      }
    }
    for name in names where !FileManager.default.fileExists(atPath: Self.path(name)) {
      Issue.record("\(name) is missing")
    }
    #expect(Self.known.last?.version == Self.current)
  }

  @Test(arguments: known.map(\.version))
  func `what a version has written is read, to the last record`(version: String) throws {
    let expected = try #require(Self.known.first { $0.version == version })
    let recording = try Recording.open(Self.path("\(version).rxtrace"))
    #expect(recording.isSealed && recording.damage.isEmpty)
    #expect((recording.recordCount, recording.lostCount) == expected.sealed)
    try expectSamples(recording)
    #expect(recording.header.program == "/usr/bin/feedd" && recording.header.container == "c0ffee")
    #expect(recording.header.arguments == ["feedd", "--sessions", "3", ""])
    #expect(recording.header.labels.map { "\($0.name)=\($0.value)" } == ["region=eu", "by=a=b"])
    #expect("\(recording.header.formatMajor).\(recording.header.formatMinor)" == version)
  }

  @Test(arguments: known.map(\.version))
  func `what a version has left in its staging file is read as well`(version: String) throws {
    let expected = try #require(Self.known.first { $0.version == version })
    let recording = try Recording.open(Self.path("\(version)-killed.rxtrace"))
    #expect(!recording.isSealed && recording.damage.isEmpty && recording.unknownLoss == nil)
    #expect((recording.recordCount, recording.lostCount) == expected.killed)
    try expectSamples(recording)
    let fifth = recording.records.filter { $0.thread == ThreadID(rawValue: 5) }.map(\.event)
    #expect(fifth.contains(.released(SubscriptionID(5020)!)))
  }

  /// Each record is one of what the samples are made of.
  private func expectSamples(_ recording: Recording) throws {
    let samples = Set(Samples.events)
    for record in recording.records where record.thread.rawValue <= 2 && record.time < 5000 {
      #expect(samples.contains(record.event), "\(record.event)")
    }
  }
}
