import Foundation
import Testing

/// Runs logtap on a log that changes meanwhile.
@Suite struct LogtapFollowTests {
  /// A running logtap, what it prints, and the log that it follows.
  private final class Following {
    let scratch: Scratch
    let log: String
    private let process = Process()
    private let printed: String

    init(_ text: String) throws {
      scratch = try Scratch()
      (log, printed) = (scratch.file("log"), scratch.file("printed"))
      try text.write(toFile: log, atomically: false, encoding: .utf8)
      try "".write(toFile: printed, atomically: false, encoding: .utf8)
      process.executableURL = URL(fileURLWithPath: Programs.path("logtap"))
      process.arguments = ["--follow", "--sessions", "--idle", "2s", log]
      process.standardOutput = FileHandle(forWritingAtPath: printed)
      try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    var output: String { (try? String(contentsOfFile: printed, encoding: .utf8)) ?? "" }

    func append(_ text: String) throws {
      let file = try #require(FileHandle(forWritingAtPath: log))
      try file.seekToEnd()
      try file.write(contentsOf: Data(text.utf8))
      try file.close()
    }

    /// Waits until the output holds a text; gives up after a minute, for which no healthy machine is too slow.
    func waits(for text: String) -> Bool {
      for _ in 0..<6000 {
        if output.contains(text) { return true }
        usleep(10_000)
      }
      return false
    }

    func end(with signal: Int32) -> Int32 {
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `what is appended is followed, and the end is asked for`(signal: Int32) throws {
    let following = try Following("1790000000 first a\n")
    // With nothing new, the log's time goes on with the world's: the session ends.
    #expect(following.waits(for: "first  1 entry in 0 ms"))
    try following.append("1790000100 second half of a li")
    try following.append("ne\n1790000101 second b\n1790000200 third c\n")
    #expect(following.waits(for: "second  2 entries in 1 s"))
    #expect(following.end(with: signal) == 0)
    #expect(following.output.contains("4 lines   4 entries   0 unreadable"))
  }

  @Test func `a log that is replaced is followed in its successor`() throws {
    let following = try Following("1790000000 first a\n")
    #expect(following.waits(for: "first  1 entry"))
    try following.append("1790000010 late b\n1790000011 late without an end")
    try FileManager.default.moveItem(atPath: following.log, toPath: following.log + ".1")
    try "1790000020 successor c\n".write(toFile: following.log, atomically: false, encoding: .utf8)
    #expect(following.waits(for: "successor  1 entry"))
    #expect(following.output.contains("late  2 entries in 1 s"))
    #expect(following.end(with: SIGINT) == 0)
    #expect(following.output.contains("4 lines   4 entries"))
  }

  @Test func `a log that is truncated is followed from its beginning`() throws {
    let following = try Following("1790000000 first a\n1790000001 first b\n1790000002 first c\n")
    #expect(following.waits(for: "first  3 entries"))
    try "1790000020 anew d\n".write(toFile: following.log, atomically: false, encoding: .utf8)
    #expect(following.waits(for: "anew  1 entry"))
    #expect(following.end(with: SIGINT) == 0)
    #expect(following.output.contains("4 lines   4 entries"))
  }
}
