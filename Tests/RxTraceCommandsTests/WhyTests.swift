import Foundation
import Testing
import TraceFixtures

/// `leaks --why`: the evidence by number, and the reason for each living line that is not accused.
@Suite struct WhyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func why(_ options: String..., repaired: Bool = false) throws -> ToolRun {
    try SampleRecording.write(
      "feedd.rxtrace", SampleRecording.bytes(Feedd.records(repaired: repaired)), in: folder)
    return try ToolRun(ToolRun.tool, ["leaks", "feedd.rxtrace", "--why"] + options, in: folder.path)
  }

  @Test func `Each leak has its numbers, and each living line that is not accused its reason`() throws {
    let run = try why("--width", "200", "--charset", "utf8")
    #expect(run.status == 0 && run.errors.isEmpty)
    let lines = run.text.split(separator: "\n").map(String.init)
    #expect(lines.count { $0.hasPrefix("  Evidence by number") } == 2)
    #expect(lines.contains { $0.contains("stop fired ") && $0.contains("fired at 5.000 s (5.000 s to") })
    #expect(lines.contains { $0.hasPrefix("── ALIVE, NOT ACCUSED ── 3 lines ── 11 subscriptions ──") })
    #expect(lines.contains { $0.hasPrefix("long-lived") && $0.contains("main.swift:9") })
    #expect(lines.contains { $0.hasPrefix("open") && $0.contains("Session.swift:47") })
    let plain = try ToolRun(ToolRun.tool, ["leaks", "feedd.rxtrace"], in: folder.path)
    #expect(!plain.text.contains("ACCUSED") && !plain.text.contains("Evidence"))
  }

  @Test func `A healthy program has reasons as well`() throws {
    let text = try why(repaired: true).text
    #expect(text.hasPrefix("no leaks"))
    #expect(text.contains("ALIVE, NOT ACCUSED"))
    #expect(!text.contains("Evidence by number"))
  }

  @Test func `JSON has the member only with the option`() throws {
    let with = try object(why("--format", "json").output)
    let lines = try #require(with["why"] as? [[String: Any]])
    #expect(lines.compactMap { $0["verdict"] as? String } == ["open", "open", "long-lived"])
    #expect(lines.compactMap { $0["subscription_count"] as? Int }.reduce(0, +) == 11)
    let leaks = try #require(with["leaks"] as? [[String: Any]])
    let reasons = leaks.compactMap { $0["why"] as? [String: Any] }
    #expect(reasons.compactMap { $0["rule"] as? String } == leaks.compactMap { $0["reason"] as? String })
    #expect(reasons.compactMap { $0["case_count"] as? Int } == [1, 2])
    let without = try object(
      ToolRun(ToolRun.tool, ["leaks", "feedd.rxtrace", "--format", "json"], in: folder.path).output)
    #expect(without["why"] == nil)
    #expect((without["leaks"] as? [[String: Any]])?.allSatisfy { $0["why"] == nil } == true)
  }

  @Test func `The verdicts are those of a report without reasons`() throws {
    func counts(_ options: [String]) throws -> [String: Int]? {
      let words = ["leaks", "feedd.rxtrace", "--format", "json"] + options
      return try object(ToolRun(ToolRun.tool, words, in: folder.path).output)["counts"] as? [String: Int]
    }
    _ = try why()
    let (with, without) = try (counts(["--why"]), counts([]))
    #expect(with != nil && with == without)
  }

  @Test func `A process that runs has no reasons, and a line says what to leave out`() throws {
    let run = try ToolRun(ToolRun.tool, ["leaks", "--pid", "1", "--why"], in: folder.path)
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.contains("--pid judges a process that runs: leave out --why."), "\(run.errors)")
  }

  private func object(_ output: [UInt8]) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(output)) as? [String: Any])
  }
}
