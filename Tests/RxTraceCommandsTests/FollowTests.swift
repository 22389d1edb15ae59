import Foundation
import Glibc
import Testing
import TraceFixtures
import TraceFormat

@Suite struct FollowTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `A recording that has ended is followed to its end`() throws {
    try SampleRecording.write(in: folder)
    let plain = try ToolRun.rxtrace("events", "feedd.rxtrace", in: folder.path)
    let followed = try ToolRun.rxtrace("events", "feedd.rxtrace", "--follow", in: folder.path)
    #expect(followed.output == plain.output && plain.text.count > 10_000)
    let some = try ToolRun.rxtrace("events", "feedd.rxtrace", "--follow", "--max", "3", in: folder.path)
    #expect(some.text.split(separator: "\n").count == 3)
  }

  @Test func `What comes while it is followed is told once, and following ends when the recording does`()
    throws
  {
    let program = try ChildProcess(
      "/bin/sleep", ["1000"], output: "/dev/null", errors: "/dev/null")
    let whole = try recording(of: program)
    try SampleRecording.write("all.rxtrace", whole, in: folder)
    // Without its end, as a program leaves it that still runs.
    try SampleRecording.write("f.rxtrace", Array(whole.dropLast(24)), in: folder)
    let tool = try follow()
    try waitForOutput()
    try replace(whole)
    #expect(tool.wait() == 0)
    #expect(try told() == ToolRun.rxtrace("events", "all.rxtrace", in: folder.path).text)
  }

  @Test func `Following ends with the program, also where that was killed`() throws {
    let program = try ChildProcess(
      "/bin/sleep", ["1000"], output: "/dev/null", errors: "/dev/null")
    try SampleRecording.write("f.rxtrace", Array(recording(of: program).dropLast(24)), in: folder)
    let tool = try follow()
    try waitForOutput()
    kill(program.pid, SIGKILL)
    _ = program.wait()
    #expect(tool.wait() == 0)
    #expect(try told() == ToolRun.rxtrace("events", "f.rxtrace", in: folder.path).text)
  }

  @Test func `Control-C ends following`() throws {
    let program = try ChildProcess(
      "/bin/sleep", ["1000"], output: "/dev/null", errors: "/dev/null")
    try SampleRecording.write("f.rxtrace", Array(recording(of: program).dropLast(24)), in: folder)
    let tool = try follow()
    try waitForOutput()
    kill(tool.pid, SIGINT)
    #expect(tool.wait() == 130)
  }

  /// A recording that this process seems to write. Its times are long past, so that all of it is told at once.
  private func recording(of program: ChildProcess) throws -> [UInt8] {
    var header = SampleRecording.header
    header.processID = UInt32(program.pid)
    let records = Feedd.records().map { record in
      TraceRecord(time: record.time - Feedd.began + 1, thread: record.thread, event: record.event)
    }
    header.startedMonotonic = 1
    return SampleRecording.bytes(records, header: header)
  }

  private func follow() throws -> ChildProcess {
    try ChildProcess(
      ToolRun.tool, ["events", "f.rxtrace", "--follow"], folder: folder.path,
      output: folder.file("told").path, errors: folder.file("errors").path)
  }

  private func told() throws -> String { try String(contentsOf: folder.file("told"), encoding: .utf8) }

  private func waitForOutput() throws {
    let end = ContinuousClock.now + .seconds(60)
    while try told().isEmpty {
      try #require(ContinuousClock.now < end, "nothing was told")
      usleep(10_000)
    }
  }

  /// Puts another file in the recording's place, whole at once.
  private func replace(_ bytes: [UInt8]) throws {
    try SampleRecording.write("new", bytes, in: folder)
    #expect(rename(folder.file("new").path, folder.file("f.rxtrace").path) == 0)
  }
}
