import Foundation
import Glibc
import Testing
import TraceFixtures
import TraceFormat

@testable import RxTraceCommands

/// What becomes of the staging files that killed programs have left in memory.
@Suite(.enabled(if: access("/dev/shm", W_OK) == 0, "needs /dev/shm")) struct StagingSweepTests {
  private let folder: TemporaryFolder
  private let header: RecordingHeader
  private let memory: String
  private var path: String { folder.file("app.rxtrace").path }

  init() throws {
    folder = try TemporaryFolder()
    var header = SampleRecording.header
    header.identity = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    self.header = header
    memory = try #require(StagingLayout.memoryPath(of: header.identity))
  }

  private func leave(at path: String? = nil) throws {
    try Data(PlantedRecording.staging(of: header.identity, at: path ?? self.path)).write(
      to: URL(fileURLWithPath: memory))
    symlink(memory, self.path + ".stage")
  }

  private func record(_ name: String, isComplete: Bool) throws {
    let whole = SampleRecording.bytes(header: header)
    let end = try Recording(bytes: whole).chunks.last?.offset ?? 0
    try SampleRecording.write(name, isComplete ? whole : Array(whole[..<Int(end)]), in: folder)
  }

  private var isLeft: Bool { access(memory, F_OK) == 0 }
  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  @Test func `Of a complete recording it is deleted, and of one that is gone`() throws {
    defer { unlink(memory) }
    try record("app.rxtrace", isComplete: true)
    try leave()
    StagingSweep.run()
    #expect(!isLeft)
    #expect(try names == ["app.rxtrace"])
    unlink(path)
    try leave()
    StagingSweep.run()
    #expect(!isLeft)
    #expect(try names.isEmpty)
  }

  @Test func `One that was never ended is completed with it, also where that has another name by now`() throws
  {
    defer { unlink(memory) }
    try record("app.rxtrace", isComplete: false)
    try leave()
    StagingSweep.run()
    #expect(!isLeft)
    #expect(try names == ["app.rxtrace"])
    #expect(try Recording.open(path).isCompleted)
    unlink(path)
    try record("crash.rxtrace", isComplete: false)
    try leave()
    unlink(path + ".stage")
    StagingSweep.run()
    #expect(!isLeft)
    #expect(try Recording.open(folder.file("crash.rxtrace").path).isCompleted)
  }

  @Test func `While its process lives it stays, and where its folder is not to be seen, up to a limit`()
    throws
  {
    defer { unlink(memory) }
    try leave()
    let holder = open(memory, O_RDONLY)
    flock(holder, LOCK_EX)
    StagingSweep.run(limit: 0)
    #expect(isLeft)
    close(holder)
    unlink(memory)
    unlink(path + ".stage")
    try leave(at: "/proc/self/fd/none/app.rxtrace")
    try Data(
      PlantedRecording.staging(of: header.identity, at: path)
        .replacing(Array(folder.path.utf8), with: Array(("/proc/no" + String(folder.path.dropFirst(8))).utf8))
    ).write(to: URL(fileURLWithPath: memory))
    let remains = StagingSweep.run()
    #expect(isLeft && remains.files > 0 && remains.bytes >= 4096)
    #expect(remains.sentence?.contains(" of programs that are gone hold") == true)
    StagingSweep.run(limit: 0)
    #expect(!isLeft)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root"))
  func `Another user's is not touched`() throws {
    defer { unlink(memory) }
    try leave()
    chown(memory, 65_534, 65_534)
    StagingSweep.run(limit: 0)
    #expect(isLeft)
  }
}
