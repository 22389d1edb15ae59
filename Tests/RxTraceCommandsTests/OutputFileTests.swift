import Foundation
import Glibc
import Testing

@testable import RxTraceCommands
import TraceFixtures

@Suite struct OutputFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `A file appears whole, in place of an older one that somebody may read`() throws {
    let file = folder.file("out.txt")
    try Data("old".utf8).write(to: file)
    let reader = try FileHandle(forReadingFrom: file)
    try OutputFile(path: file.path).write("new\n")
    #expect(try String(contentsOf: file, encoding: .utf8) == "new\n")
    #expect(try reader.readToEnd() == Data("old".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out.txt"])
  }

  @Test func `A symbolic link stays one, and what it leads to is replaced`() throws {
    try Data("old".utf8).write(to: folder.file("target"))
    symlink("target", folder.file("link").path)
    try OutputFile(path: folder.file("link").path).write("new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link").path) == "target")
    #expect(try String(contentsOf: folder.file("target"), encoding: .utf8) == "new")
  }

  @Test func `A device is written to as it is`() throws {
    try OutputFile(path: "/dev/null").write("text")
    #expect(access("/dev/null", W_OK) == 0)
    let failure = #expect(throws: CommandFailure.self) { try OutputFile(path: "/dev/full").write("text") }
    #expect(failure?.message == "cannot write /dev/full: No space left on device")
    #expect(failure?.status == ExitStatus.cannotWrite)
  }

  @Test func `Where nothing can be made the failure says so, and nothing is left behind`() throws {
    for (name, words) in [("missing/out.txt", "No such file or directory"), ("", "Is a directory")] {
      let failure = #expect(throws: CommandFailure.self) {
        try OutputFile(path: folder.path + "/" + name).write("text")
      }
      #expect(failure?.message.hasSuffix(words) == true)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}
