import Foundation
import Glibc
import Testing
import TraceFixtures
import TraceFormat

@testable import RxTraceCommands

/// What becomes of a recording whose program was killed together with the recorder's process.
@Suite struct SealTests {
  private let folder: TemporaryFolder
  private let staging: String
  private var path: String { folder.file("app.rxtrace").path }

  init() throws {
    folder = try TemporaryFolder()
    staging = folder.file("app.rxtrace.stage").path
    try SampleRecording.write("app.rxtrace", PlantedRecording.unsealed, in: folder)
    try SampleRecording.write("app.rxtrace.stage", PlantedRecording.staging(), in: folder)
  }

  private func rxtrace(_ words: String...) throws -> ToolRun {
    try ToolRun(ToolRun.tool, words, in: folder.path)
  }

  private var isLeft: Bool { access(staging, F_OK) == 0 }

  @Test func `rxtrace seal makes one file of it, and says so when there is nothing to do`() throws {
    let before = try Recording.open(path)
    let run = try rxtrace("seal", "app.rxtrace")
    #expect(run.status == 0 && run.text == "app.rxtrace  completed: 0 records moved into it\n", "\(run)")
    #expect(!isLeft)
    let after = try Recording.open(path)
    #expect(
      after.isCompleted && after.recordCount == before.recordCount && after.unknownLoss == before.unknownLoss)
    let again = try rxtrace("seal", "app.rxtrace")
    #expect(again.status == 0 && again.text == "app.rxtrace  is complete: it was completed before\n")
  }

  @Test func `The next command that reads it does the same, and says so`() throws {
    let run = try rxtrace("info", "app.rxtrace")
    #expect(run.errors == "rxtrace: completed app.rxtrace: its program had ended without ending it\n")
    #expect(run.text.contains("ended: never; it was completed after its program had ended"))
    #expect(!isLeft)
    let second = try rxtrace("info", "app.rxtrace")
    #expect(second.errors.isEmpty && second.text == run.text)
  }

  @Test
  func `A recording of another machine stays as it is until rxtrace seal is asked for, and a line says so`()
    throws
  {
    try SampleRecording.write("app.rxtrace", PlantedRecording.elsewhere, in: folder)
    let line =
      "rxtrace: the newest events of app.rxtrace are in a file beside it, for its program may run on another machine; "
      + "when that has ended: rxtrace seal app.rxtrace\n"
    let before = try rxtrace("info", "app.rxtrace")
    #expect(before.status == 0 && before.errors.contains(line), "\(before)")
    #expect(isLeft)
    #expect(try rxtrace("seal", "app.rxtrace").status == 0)
    #expect(!isLeft)
    #expect(try !rxtrace("info", "app.rxtrace").errors.contains("another machine"))
  }

  @Test func `While somebody writes it stays as it is`() throws {
    let holder = open(staging, O_RDONLY)
    defer { close(holder) }
    flock(holder, LOCK_EX)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let run = try rxtrace("seal", "app.rxtrace")
    #expect(run.status == 4 && run.errors.contains("cannot seal app.rxtrace: "), "\(run)")
    #expect(try rxtrace("info", "app.rxtrace").status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before && isLeft)
  }

  @Test func `Of several one that fails is named, and the others are done`() throws {
    try SampleRecording.write("b.rxtrace", PlantedRecording.other, in: folder)
    try SampleRecording.write("c.rxtrace", SampleRecording.bytes(), in: folder)
    let run = try rxtrace("seal", "b.rxtrace", "app.rxtrace", "c.rxtrace", "none.rxtrace")
    #expect(run.status == 3)
    #expect(run.text.contains("app.rxtrace  completed") && run.text.contains("c.rxtrace  is complete"))
    #expect(run.errors.contains("b.rxtrace: its staging file is gone") && run.errors.contains("none.rxtrace"))
  }

  @Test func `No link is followed, and a staging file that is none is not taken`() throws {
    symlink("app.rxtrace", folder.file("link.rxtrace").path)
    #expect(try rxtrace("seal", "link.rxtrace").status == 4)
    try Data(PlantedRecording.staging().prefix(100)).write(to: URL(fileURLWithPath: staging))
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(try rxtrace("seal", "app.rxtrace").status != 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to mount a file system"))
  func `A full disk changes nothing`() throws {
    let disk = folder.file("disk").path
    mkdir(disk, 0o700)
    try #require(mount("none", disk, "tmpfs", 0, "size=64k") == 0)
    defer { umount2(disk, Int32(MNT_DETACH)) }
    for name in ["app.rxtrace", "app.rxtrace.stage"] {
      try FileManager.default.copyItem(atPath: folder.file(name).path, toPath: disk + "/" + name)
    }
    let filler = open(disk + "/filler", O_WRONLY | O_CREAT, 0o600)
    let zeros = [UInt8](repeating: 0, count: 4096)
    while write(filler, zeros, zeros.count) > 0 {}
    close(filler)
    let run = try ToolRun(ToolRun.tool, ["seal", "app.rxtrace"], in: disk)
    #expect(run.status == 4 && run.errors.contains("No space left on device"), "\(run)")
    #expect(access(disk + "/app.rxtrace.stage", F_OK) == 0)
    #expect(try Recording.open(disk + "/app.rxtrace").stagingPath != nil)
  }
}
