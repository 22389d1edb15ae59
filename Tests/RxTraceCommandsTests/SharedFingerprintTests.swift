import Foundation
import Testing
import TraceFixtures
import TraceFormat

/// Leaks of one shape, in several lines of a file.
@Suite struct SharedFingerprintTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// At each of these lines, so many subscriptions outlive the owner that was disposed; a file begins `shift` lines lower.
  private func write(_ name: String, _ leaks: [UInt32: Int], shift: UInt32 = 0) throws {
    var script = TraceScript()
    for (line, count) in leaks.sorted(by: { $0.key < $1.key }) {
      for number in 0..<6 {
        let time = 1 + Double(number)
        let root = script.subscribe("subscribe", "Two.swift:\(line + shift)", at: time)
        let source = script.subscribe("ticker", "Two.swift:\(line + shift + 1)", for: root, at: time)
        script.next([source, root], at: time + 0.1)
        script.dispose(number < count ? [root] : [root, source], .owner, at: time + 0.5)
        if number < count {
          script.next([source], at: time + 0.6)
          script.add(.dropped(root, .next), time + 0.6)
        }
      }
    }
    script.subscribe("subscribe", "Two.swift:400", at: 20)
    try SampleRecording.write(name, SampleRecording.bytes(script.trace), in: folder)
  }

  private func rxtrace(_ arguments: String...) throws -> ToolRun {
    try ToolRun(ToolRun.tool, arguments, in: folder.path)
  }

  private func rows(_ words: String...) throws -> [[String]] {
    let run = try ToolRun(
      ToolRun.tool, ["diff", "old.rxtrace", "new.rxtrace", "--charset", "utf8"] + words, in: folder.path)
    return run.text.split(separator: "\n")
      .map { $0.split(separator: " ").map(String.init) }
      .filter { ["NEW", "FIXED", "GREW", "SHRANK", "UNCHANGED"].contains($0[0]) && $0[1] != "none" }
      .map { [$0[0], $0[2], $0[$0.firstIndex(of: "→")! - 1], $0[$0.firstIndex(of: "→")! + 1]] }
  }

  @Test func `One that is fixed and one that is new do not hide each other, wherever the lines have moved`()
    throws
  {
    try write("old.rxtrace", [24: 5, 34: 4])
    try write("new.rxtrace", [24: 2, 34: 0], shift: 0)
    #expect(try rows() == [["FIXED", "Two.swift:34", "4", "0"], ["SHRANK", "Two.swift:24", "5", "2"]])
    try write("new.rxtrace", [24: 0, 34: 4, 44: 3], shift: 2)
    #expect(
      try rows() == [
        ["NEW", "Two.swift:46", "0", "3"], ["FIXED", "Two.swift:24", "5", "0"],
        ["UNCHANGED", "Two.swift:36", "4", "4"],
      ])
    #expect(try rxtrace("diff", "old.rxtrace", "new.rxtrace", "--exit-code").status == 1)
    try write("new.rxtrace", [24: 5, 34: 5], shift: 1)
    #expect(
      try rows() == [["GREW", "Two.swift:35", "4", "5"], ["UNCHANGED", "Two.swift:25", "5", "5"]])
    #expect(try rxtrace("diff", "old.rxtrace", "new.rxtrace", "--exit-code").status == 0)
    let json = try rxtrace("diff", "old.rxtrace", "new.rxtrace", "--format", "json").text
    #expect(json.contains(#""change":"unchanged","trend":"grew""#) && json.contains(#""moved_from":34"#))
  }

  @Test func `Call sites are compared line by line, with the most at once, and say where they were`() throws {
    try write("old.rxtrace", [24: 5, 34: 0])
    try write("new.rxtrace", [24: 0, 34: 5], shift: 3)
    let run = try rxtrace("diff", "old.rxtrace", "new.rxtrace", "--charset", "utf8", "--width", "160").text
    let lines = run.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.contains("CALL SITE ALIVE PEAK NEXT"), "\(run)")
    #expect(lines.contains("ticker Two.swift:28 5 → 0 -5 6 → 1 11 → 6 -5 MOVED from :25"), "\(run)")
    #expect(lines.contains("ticker Two.swift:38 0 → 5 +5 1 → 6 6 → 11 +5 MOVED from :35"), "\(run)")
    let table = try rxtrace("diff", "old.rxtrace", "new.rxtrace", "--format", "markdown").text
    #expect(
      table.contains("| `ticker` | `Two.swift:28`, moved from :25 | 5 → 0 | 6 → 1 | 11 → 6 |\n"), "\(table)")
  }

  @Test func `A baseline accepts as many places as it had, and says every one of them`() throws {
    try write("two.rxtrace", [24: 5, 34: 4])
    let run = try rxtrace("check", "two.rxtrace")
    #expect(run.text.split(separator: "\n").count == 2)
    #expect(run.errors.hasSuffix("rxtrace: 2 new leaks (1 fingerprint), 0 known, 0 gone from the baseline\n"))
    let written = try rxtrace("check", "two.rxtrace", "--write-baseline", "known")
    #expect(written.errors == "rxtrace: known has 2 leaks (1 fingerprint) now\n")
    let text = try String(contentsOf: folder.file("known"), encoding: .utf8)
    #expect(text.contains(" in 2 places  # feedd/Two.swift:2"), "\(text)")
    #expect(text.contains("Two.swift:24") || text.contains("Two.swift:25"), "\(text)")
    #expect(text.contains("Two.swift:34") || text.contains("Two.swift:35"), "\(text)")
    #expect(text.hasSuffix(" (9, certain)\n"), "\(text)")
    #expect(try rxtrace("check", "two.rxtrace", "--baseline", "known").status == 0)
    try write("three.rxtrace", [24: 5, 34: 4, 44: 1], shift: 8)
    for verb in ["check", "leaks"] {
      let more = try rxtrace(verb, "three.rxtrace", "--baseline", "known")
      #expect(more.status == (verb == "check" ? 1 : 0))
      #expect(
        more.errors.contains("\(text.prefix(6)) is accepted in 2 places, and is in 3\n"), "\(more.errors)")
    }
    // Written without a number, it accepts any.
    try Data("\(text.prefix(6))\n".utf8).write(to: folder.file("known"))
    #expect(try rxtrace("check", "three.rxtrace", "--baseline", "known").status == 0)
    for words in ["in 0 places", "in 2", "in two places", "in 2 places soon"] {
      try Data("\(text.prefix(6)) \(words)\n".utf8).write(to: folder.file("known"))
      #expect(try rxtrace("check", "three.rxtrace", "--baseline", "known").status == 3)
    }
  }

  @Test func `What was accepted until a day that is over is said to have been`() throws {
    try write("one.rxtrace", [24: 5])
    _ = try rxtrace("check", "one.rxtrace", "--write-baseline", "known")
    let fingerprint = try String(contentsOf: folder.file("known"), encoding: .utf8).prefix(6)
    try Data("\(fingerprint) in 1 place until 2020-01-01\n".utf8).write(to: folder.file("known"))
    let run = try rxtrace("check", "one.rxtrace", "--baseline", "known", "--format", "json")
    #expect(run.status == 1)
    #expect(run.errors.contains("rxtrace: \(fingerprint) was accepted until 2020-01-01\n"), "\(run.errors)")
    #expect(run.text.contains(#""refused":["\#(fingerprint) was accepted until 2020-01-01"]"#), "\(run.text)")
    let leaks = try rxtrace("leaks", "one.rxtrace", "--baseline", "known")
    #expect(leaks.errors.contains("\(fingerprint) was accepted until 2020-01-01\n"), "\(leaks.errors)")
  }
}
