import Foundation
import Testing

/// `rxtrace snapshot`, of programs that nobody records.
@Suite struct SnapshotTests {
  private static let mayLook =
    Programs.isRoot || (try? String(contentsOfFile: yama, encoding: .utf8)) != "1\n"
  private static let yama = "/proc/sys/kernel/yama/ptrace_scope"

  /// Starts the program that makes and ends subscriptions until it is killed, and waits until it has made some.
  private func withLiving(_ program: String, _ scratch: Scratch, body: (Int32) throws -> Void) throws {
    let (threads, most) = (2, 100_000)
    let page = scratch.file("living")
    _ = FileManager.default.createFile(atPath: page, contents: nil)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["living", page, "\(threads)", "\(most)"]
    try process.run()
    defer {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    let end = Date(timeIntervalSinceNow: 60)
    while Date() < end {
      let written = FileManager.default.contents(atPath: page)?.dropFirst(64).prefix(128) ?? Data()
      if written.count == 128, written[64..<68].contains(where: { $0 != 0 }),
        written[128..<132].contains(where: { $0 != 0 })
      {
        break
      }
      usleep(10_000)
    }
    try body(process.processIdentifier)
  }

  private func snapshot(_ arguments: String...) throws -> Outcome {
    try Programs.run(Programs.path("rxtrace"), ["snapshot"] + arguments)
  }

  @Test(.enabled(if: mayLook, "needs root: the kernel lets nobody look into another process"))
  func `a process that nobody records shows what is alive in it, by tree and by call site`() throws {
    let scratch = try Scratch()
    try withLiving("\(Programs.testFolder)/RecordedProgram", scratch) { pid in
      let recording = scratch.file("now.rxtrace")
      let shown = try snapshot("--pid", "\(pid)", "--recording", recording)
      #expect(shown.status == 0, "\(shown.errors)")
      #expect(shown.output.hasPrefix("RecordedProgram  pid \(pid)  snapshot"), "\(shown.output)")
      #expect(shown.output.contains("alive, by call site: "), "\(shown.output)")
      #expect(shown.output.contains("churned"), "\(shown.output)")
      let leaks = try Programs.run(Programs.path("rxtrace"), ["leaks", recording])
      #expect(leaks.output.hasPrefix("not judged: "), "\(leaks.output)")
    }
  }

  @Test(.enabled(if: mayLook, "needs root: the kernel lets nobody look into another process"))
  func `in JSON it counts by call site with five examples, and lists all where it is asked to`() throws {
    func answer(_ outcome: Outcome) throws -> [String: Any] {
      #expect(outcome.status == 0, "\(outcome.errors)")
      return try #require(
        try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }
    try withLiving("\(Programs.testFolder)/RecordedProgram", Scratch()) { pid in
      let few = try answer(snapshot("--pid", "\(pid)", "--format", "json"))
      let all = try answer(snapshot("--pid", "\(pid)", "--format", "json", "--ids"))
      #expect(few["report"] as? String == "snapshot" && few["subscriptions"] == nil)
      for report in [few, all] {
        for site in try #require(report["sites"] as? [[String: Any]]) {
          let alive = try #require(site["alive"] as? Int)
          let examples = try #require(site["examples"] as? [[String: Any]])
          #expect(examples.count == min(alive, 5) && site["oldest_ns"] as? Int ?? 0 > 0)
          #expect(examples.allSatisfy { $0["state"] as? String == "alive" })
        }
      }
      let counts = try #require(all["sites"] as? [[String: Any]]).compactMap { $0["alive"] as? Int }
      let listed = try #require(all["subscriptions"] as? [[String: Any]])
      #expect(listed.count == counts.reduce(0, +) && listed.count > 0)
    }
    let refused = try snapshot("--pid", "1", "--ids")
    #expect(refused.status == 64 && refused.errors.contains("--ids is for --format json"), "\(refused)")
  }

  @Test(
    .enabled(if: mayLook && Programs.isInstalled("strip"), "needs root, and strip"))
  func `a program without symbols shows it as well`() throws {
    let scratch = try Scratch()
    let program = scratch.file("RecordedProgram")
    let stripped = try Programs.run("strip", ["-s", "-o", program, "\(Programs.testFolder)/RecordedProgram"])
    #expect(stripped.status == 0, "\(stripped.errors)")
    try withLiving(program, scratch) { pid in
      let shown = try snapshot("--pid", "\(pid)")
      #expect(shown.status == 0, "\(shown.errors)")
      #expect(shown.output.contains("churned"), "\(shown.output)")
    }
  }

  @Test func `every process of the user is shown, and many subscriptions are counted without a tree`() throws
  {
    let many = try LiveProgram("\(Programs.testFolder)/RecordedProgram", ["many", "200000"])
    let few = try LiveProgram("\(Programs.testFolder)/RecordedProgram", ["many", "8"])
    for program in [many, few] { try program.wait(for: "ready") }
    let all = try snapshot("--all")
    #expect(all.status == 0, "\(all.errors)")
    #expect(
      all.output.contains("RecordedProgram  pid \(many.pid)  snapshot  200000 alive\n"), "\(all.output)")
    #expect(all.output.contains("RecordedProgram  pid \(few.pid)  snapshot"), "\(all.output)")
    let counted = try snapshot("--pid", "\(few.pid)", "--by", "site").output
    #expect(counted.hasPrefix("RecordedProgram  pid \(few.pid)  snapshot  8 alive\n"), "\(counted)")
    #expect(
      counted.contains("alive, by call site: 8") && counted.contains("Made/AtRunTime.swift:7"), "\(counted)")
    let page = try snapshot("--pid", "\(few.pid)", "--format", "html").output
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("adapted"), "\(page.prefix(200))")
    let graph = try snapshot("--pid", "\(few.pid)", "--format", "dot").output
    #expect(graph.hasPrefix("digraph") && graph.contains("adapted"), "\(graph)")
    let owners = try snapshot("--pid", "\(few.pid)", "--by", "owner").output
    #expect(owners.contains("alive, by owner: 8"), "\(owners)")
    #expect(try snapshot("--pid", "\(few.pid)", "--by", "site", "--name", "x").status == 64)
  }

  @Test func `a process without Signals, and one that is not there, get one clear answer`() throws {
    let sleeper = Process()
    sleeper.executableURL = URL(fileURLWithPath: "/bin/sleep")
    sleeper.arguments = ["600"]
    try sleeper.run()
    // A test's thread blocks signals, and its children inherit that: only this one ends them.
    defer {
      kill(sleeper.processIdentifier, SIGKILL)
      sleeper.waitUntilExit()
    }
    let without = try snapshot("--pid", "\(sleeper.processIdentifier)")
    #expect(without.status == 3)
    #expect(
      without.errors.contains("has no table of living subscriptions")
        || without.errors.contains("may not be read"),
      "\(without.errors)")
    let nobody = try snapshot("--pid", "4194305")
    #expect(nobody.status == 3)
    #expect(nobody.errors.contains("there is no process 4194305"), "\(nobody.errors)")
    #expect(try snapshot().status == 64)
  }
}
