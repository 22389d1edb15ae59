import Foundation
import Glibc
import Testing
import TraceFixtures
import TraceFormat

@testable import RxTraceCommands

/// How often a recording that grows is looked at, and when its end is seen.
@Suite struct GrowingRecordingTests {
  @Test(arguments: [
    (1000, 0, 1000), (1000, 50, 1000), (1000, 200, 1800), (1000, 3000, 3000), (1000, 900_000, 3000),
    (200, 1000, 600), (Int.max, 1000, Int.max),
  ])
  func `a pause is as long as asked for, and three times that where reading takes long`(
    every: Int, cost: Int, pause: Int
  ) {
    #expect(GrowingRecording.pause(every: every, cost: UInt64(cost) * 1_000_000) == pause)
  }

  @Test func `a cost that nothing has is no reason to trap`() {
    #expect(GrowingRecording.pause(every: 100, cost: .max) == 300)
  }

  @Test func `looks that take longer than they are apart are told of, once`() throws {
    let folder = try TemporaryFolder()
    let records = (1...8000 as ClosedRange<UInt64>).compactMap { number -> TraceRecord? in
      guard let id = SubscriptionID(number) else { return nil }
      return TraceRecord(
        time: Feedd.began + number * 1000, thread: ThreadID(rawValue: 1),
        event: .subscribed(
          id, downstream: nil, role: Role(rawValue: 0),
          site: Site(operatorName: "o", file: "a.swift", line: 1)))
    }
    let writer = try WriterOfRecording("f.rxtrace", in: folder, records: records, cut: 20)
    let tool = try ChildProcess(
      ToolRun.tool, ["live", "f.rxtrace", "--every", "50ms"], folder: folder.path,
      output: folder.file("told").path, errors: folder.file("errors").path)
    let end = ContinuousClock.now + .seconds(120)
    while try String(contentsOf: folder.file("told"), encoding: .utf8).split(separator: "\n").count < 2 {
      try #require(ContinuousClock.now < end, "too few looks")
      usleep(10_000)
    }
    kill(writer.pid, SIGKILL)
    #expect(tool.wait() == 0)
    let errors = try String(contentsOf: folder.file("errors"), encoding: .utf8)
    #expect(
      errors.matches(of: /behind: a look takes [0-9.]+ m?s, longer than --every/).count == 1, "\(errors)")
    withExtendedLifetime(writer) {}
  }

  @Test(arguments: [["live", "f.rxtrace", "--every", "1000s"], ["live", "--every", "1000s", "--pid"]])
  func `the end of the program is seen at once, also where nobody has waited for it`(words: [String]) throws {
    let folder = try TemporaryFolder()
    let writer = try WriterOfRecording("f.rxtrace", in: folder, cut: 20)
    let tool = try ChildProcess(
      ToolRun.tool, words.last == "--pid" ? words + ["\(writer.pid)"] : words, folder: folder.path,
      output: folder.file("told").path, errors: folder.file("errors").path)
    func lines() throws -> Int {
      try String(contentsOf: folder.file("told"), encoding: .utf8).split(separator: "\n").count
    }
    let end = ContinuousClock.now + .seconds(60)
    while try lines() == 0 {
      try #require(ContinuousClock.now < end, "nothing was told")
      usleep(10_000)
    }
    #expect(try lines() == 1)
    kill(writer.pid, SIGKILL)
    // It is waited for when this object goes: until then it is a zombie.
    #expect(tool.wait() == 0)
    #expect(try lines() == 2)
    withExtendedLifetime(writer) {}
  }
}
