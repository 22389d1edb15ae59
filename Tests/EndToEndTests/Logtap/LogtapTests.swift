import Foundation
import Testing

@Suite struct LogtapTests {
  private let scratch: Scratch
  private let logtap = Programs.path("logtap")

  init() throws { scratch = try Scratch() }

  /// A log of `sources` that take turns for `rounds`, with a pause of an hour after every tenth round.
  private func log(sources: Int, rounds: Int) -> String {
    var (text, time) = ("", 1_790_000_000)
    for round in 0..<rounds {
      for source in 0..<sources {
        text += "\(time) source\(source) round \(round)\(round == 5 && source == 0 ? " failed" : "")\n"
      }
      time += round % 10 == 9 ? 3600 : 2
    }
    return text
  }

  private func write(_ text: String) throws -> String {
    let path = scratch.file("log")
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  @Test func `every line is counted, once and in the right place`() throws {
    let path = try write(log(sources: 20, rounds: 300) + "this is no entry\n")
    let outcome = try Programs.run(logtap, [path, "--top", "2", "--burst", "5"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.contains("6001 lines   6000 entries   1 unreadable") })
    #expect(
      lines.contains { $0.contains("600 sessions of 20 sources, at most 20 at a time, the longest 18 s") })
    #expect(
      lines.contains("source0       300        30         5   2026-09-22 19:22:20"), "\(outcome.output)")
    #expect(lines.filter { $0.hasPrefix("!") }.count == 10)
    // One error, and a burst in each session: ten are shown.
    #expect(lines.contains("… 591 more alerts"))
    #expect(lines.count < 40)
  }

  @Test func `what is alarming is told`() throws {
    let path = try write(log(sources: 1, rounds: 6))
    let outcome = try Programs.run(logtap, [path])
    #expect(outcome.output.hasPrefix("! 2026-09-21 14:13:30  source0  says: round 5 failed\n\n"))
  }

  @Test(arguments: [[], ["-"]])
  func `standard input is a log as well`(arguments: [String]) throws {
    let outcome = try Programs.run(logtap, arguments, input: log(sources: 3, rounds: 4))
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("standard input   12 lines   12 entries"))
  }

  @Test func `an empty log is a log`() throws {
    let outcome = try Programs.run(logtap, [try write("")])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("0 lines   0 entries"))
  }

  @Test func `a last line without its end counts`() throws {
    let outcome = try Programs.run(logtap, [try write("1790000000 a b\n1790000001 a b")])
    #expect(outcome.output.contains("2 lines   2 entries"))
  }

  @Test func `hostile bytes do no harm`() throws {
    let path = scratch.file("log")
    var bytes = Data("1790000000 \u{1b}]0;title\u{7} error \u{1b}[2J\n".utf8)
    bytes.append(Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7919) }))
    bytes.append(Data(repeating: 0x61, count: 10_000_000))
    try bytes.write(to: URL(fileURLWithPath: path))
    let outcome = try Programs.run(logtap, [path, "--sessions"])
    #expect(outcome.status == 0)
    let controls = outcome.output.utf8.filter { byte in byte < 0x20 && byte != 0x0a || byte == 0x7f }
    #expect(controls.isEmpty)
  }

  @Test func `sessions are told as they end`() throws {
    let outcome = try Programs.run(logtap, [try write(log(sources: 1, rounds: 12)), "--sessions"])
    let sessions = outcome.output.split(separator: "\n").filter { $0.contains("entries in") }
    #expect(
      sessions == [
        "2026-09-21 14:13:20  source0  10 entries in 18 s", "2026-09-21 15:13:38  source0  2 entries in 2 s",
      ])
  }

  @Test(
    arguments: [
      (["/no/such/log"], 66, "logtap: /no/such/log: No such file or directory\n"),
      (["/tmp"], 66, "logtap: /tmp: is a directory\n"),
    ] as [([String], Int32, String)])
  func `a log that cannot be opened is one clear line`(arguments: [String], status: Int32, errors: String)
    throws
  {
    let outcome = try Programs.run(logtap, arguments)
    #expect(outcome.status == status)
    #expect(outcome.errors == errors)
    #expect(outcome.output == "")
  }

  @Test(arguments: [
    ["--leak", "other"], ["--no-such-option"], ["--idle", "soon"], ["--burst", "0"], ["a", "b"],
  ])
  func `wrong usage is refused`(arguments: [String]) throws {
    let outcome = try Programs.run(logtap, arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("Usage: logtap"))
  }

  @Test(arguments: ["create", "inner"])
  func `a leak changes nothing that is seen`(leak: String) throws {
    let path = try write(log(sources: 5, rounds: 50))
    let clean = try Programs.run(logtap, [path])
    let leaking = try Programs.run(logtap, ["--leak", leak, path])
    #expect(leaking.output == clean.output)
    #expect(leaking.status == 0)
  }
}
