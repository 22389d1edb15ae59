import Foundation
import Testing

/// A program that has given up root, and what it can have the recorder's process do, which still has root's files open.
@Suite(.enabled(if: Programs.isRoot, "needs root, which the program gives up"))
struct ForgedCallTests {
  @Test func `whatever it writes into the shared memory, no file of root's goes`() throws {
    let scratch = try Scratch()
    chmod(scratch.path, 0o755)
    try Data("root's".utf8).write(to: URL(fileURLWithPath: scratch.file("victim")))
    let outcome = try Programs.run("\(Programs.testFolder)/TorturedProgram", ["forge", scratch.path])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output == "there alive refused bounded\n", "\(outcome)")
    #expect(try String(contentsOfFile: scratch.file("victim"), encoding: .utf8) == "root's")
    // Its own it deletes, as it should.
    #expect(!FileManager.default.fileExists(atPath: scratch.file("recording.stage")))
  }
}
