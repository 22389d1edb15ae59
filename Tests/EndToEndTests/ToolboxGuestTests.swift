import Foundation
import Testing

/// Each SystemTap script with the kernel's own runtime, in an emulated machine.
@Suite(.serialized, .enabled(if: SystemTap.guestObstacle.isEmpty, "\(SystemTap.guestObstacle)"))
struct ToolboxGuestTests {
  private func lines(_ script: String, _ scenario: String) throws -> [String] {
    let words = scenario.split(separator: " ").map(String.init)
    func run() throws -> Outcome {
      try Programs.run(
        "\(Programs.repository)/tools/guest",
        [ToolboxRun.script(script), ToolboxSystemTapTests.program] + words)
    }
    var outcome = try run()
    // SystemTap says when it could not print all: on a busy host the emulated machine is slow.
    for _ in 0..<12 where outcome.output.contains("transport failure") { outcome = try run() }
    try #require(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  /// The first column of lines whose second word is a signal, added up by signal.
  private func counts(_ lines: some Sequence<String>) -> [String: Int] {
    var counts: [String: Int] = [:]
    for words in lines.map({ $0.split(separator: " ") }) where words.count > 1 {
      if let count = Int(words[0]) { counts[String(words[1]), default: 0] += count }
    }
    return counts
  }

  @Test func `rxnexts counts values`() throws {
    let counts = counts(try lines("rxnexts.stp", "chains roots=7 values=101 completed=2"))
    #expect(counts == ["PublishSubject": 707, "map": 707, "filter": 350, "subscribe": 350])
  }

  @Test func `rxlife prints what ends`() throws {
    let lines = try lines(
      "rxlife.stp", "chains roots=11 values=13 completed=2 failed=1 disposed=3 bagged=5")
    let ends = lines.map { $0.split(separator: " ") }.filter { $0.count == 6 && Int($0[0]) != nil }
    #expect(ends.count == 4 * 11)
    #expect(ends.count { $0[4] == "terminated" } == 4 * 3)
    #expect(ends.count { $0[4] == "explicit" } == 3)
    #expect(ends.count { $0[4] == "owner" } == 5)
    #expect(ends.filter { $0[1] == "map" }.allSatisfy { $0[3] == "13" })
  }

  @Test func `rxlatency times operators`() throws {
    let text = try lines("rxlatency.stp", "slow values=101 microseconds=2000").joined(separator: "\n")
    let average = text.firstMatch(of: /scan: 101 values, average (\d+) us/).flatMap { Int($0.output.1) }
    #expect(average ?? 0 >= 2000, "\(text)")
    #expect(text.contains("subscribe: 101 values"))
  }

  @Test func `rxleaks counts what lives, and takes back what ends`() throws {
    let lines = try lines("rxleaks.stp", "leaks left=13 ended=29 milliseconds=25000 late=5")
    let before = lines.prefix { $0 != "At the end:" }
    // Every ten seconds; at first nothing is that old.
    let alive = before.map { $0.split(separator: " ") }.filter { $0.count > 1 && $0[1] == "map" }
    #expect(alive.compactMap { Int($0[0]) }.max() == 13)
    let atTheEnd = counts(lines.dropFirst(before.count))
    #expect(atTheEnd == ["PublishSubject": 8, "map": 8, "filter": 8, "subscribe": 8])
  }

  @Test func `rxgrowth names what only grows`() throws {
    let lines = try lines("rxgrowth.stp", "owners grown=17 balanced=11 disposed=5")
    let holds = lines.map { $0.split(separator: " ") }.filter { $0.count == 3 && Int($0[0]) != nil }
    #expect(holds.count == 1)
    #expect(holds.first.map { "\($0[1]) \($0[2])" }?.hasPrefix("17 ProbedProgram/Chains.swift:") == true)
  }

  @Test func `rxevents prints events and values`() throws {
    let lines = try lines("rxevents.stp", "chains roots=3 values=13 completed=1 failed=1")
    let events = lines.map { $0.split(separator: " ") }.filter { $0.count > 4 && Int($0[0]) != nil }
    #expect(events.count == 3 * 38 + 8)
    #expect(lines.count { $0.contains("subscribe        error     no connection") } == 1)
    #expect(lines.count { $0.hasSuffix("map              next      13") } == 3)
  }

  @Test func `rxsched times work`() throws {
    let lines = try lines("rxsched.stp", "work fast=101 slow=7 cancelled=5 milliseconds=9")
    for wanted in [
      "fast: late by, in microseconds (101)", "slow: late by, in microseconds (7)",
      "fast: ran for, in microseconds (101)", "slow: ran for, in microseconds (7)", "slow: cancelled 5",
    ] { #expect(lines.contains(wanted), "\(wanted)") }
  }

  @Test func `rxerrors prints errors where they begin`() throws {
    let lines = try lines("rxerrors.stp", "errors failed=13 values=3")
    let counted = lines.drop { !$0.hasPrefix("Errors by") }.dropFirst()
    #expect(counted.map { Int($0.split(separator: " ")[0]) } == [7, 6])
    #expect(lines.count { $0.hasSuffix(": no connection") } == 7 + 1)
  }

  @Test func `rxstacks tells two senders apart`() throws {
    let text = try lines("rxstacks.stp", "stacks often=89 seldom=13").joined(separator: "\n")
    let often = text.components(separatedBy: "13 values from:").first ?? ""
    #expect(often.contains("89 values from:") && often.contains("sendOften") && !often.contains("sendSeldom"))
    let seldom = text.components(separatedBy: "13 values from:").last ?? ""
    #expect(seldom.contains("sendSeldom") && !seldom.contains("sendOften"), "\(text)")
  }

  @Test func `record is what import reads`() throws {
    // So few that SystemTap prints them at once: it loses some of more where the emulated machine is slow.
    let lines = try lines("record.stp", "kinds times=3")
    let scratch = try Scratch()
    let file = scratch.file("kinds.lines"), recording = scratch.file("kinds.rxtrace")
    try lines.joined(separator: "\n").write(toFile: file, atomically: false, encoding: .utf8)
    let run = try Programs.run(Programs.path("rxtrace"), ["import", file, "-o", recording])
    // A line is an event, but for the one about the process: its first column is the time, its fourth one the probe.
    let fired = lines.map { $0.components(separatedBy: "\t") }
      .filter { $0.count > 3 && UInt64($0[0]) != nil && $0[3] != "process" }
    #expect(fired.count > 0 && fired.count % 3 == 0 && fired.contains { $0[3] == "joined" }, "\(fired.count)")
    #expect(
      run.status == 0 && run.errors.contains("\(fired.count) events  9 subscriptions"), "\(run.errors)")
  }
}
