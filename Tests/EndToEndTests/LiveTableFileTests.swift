import Foundation
import Testing

/// The table of living subscriptions, as `rxtrace snapshot` finds it in a file of the process.
@Suite struct LiveTableFileTests {
  private static let program = "\(Programs.testFolder)/RecordedProgram"

  /// How many live, by operator.
  private func living(in process: pid_t) throws -> [String: Int] {
    let shown = try Programs.run(
      Programs.path("rxtrace"), ["snapshot", "--pid", "\(process)", "--format", "json"])
    #expect(shown.status == 0, "\(shown.errors)")
    let report = try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any]
    var counts: [String: Int] = [:]
    for row in try #require(report?["sites"] as? [[String: Any]]) {
      let site = try #require(row["site"] as? [String: Any])
      counts[try #require(site["operator"] as? String), default: 0] += try #require(row["alive"] as? Int)
    }
    return counts
  }

  /// How many of its descriptors lead to such a file.
  private func tables(of process: pid_t) throws -> Int {
    let folder = "/proc/\(process)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).count { number in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)")
      return target?.hasPrefix("/memfd:rxtrace (") == true
    }
  }

  private func child(of process: pid_t) throws -> pid_t {
    let children = try String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
    return try #require(pid_t(children.split(separator: " ").first ?? ""))
  }

  /// The second number is more than a child copies at once.
  @Test(arguments: ["fork", "raw"], [5, 100_000])
  func `a child writes into a table of its own, however it was forked`(way: String, count: Int) throws {
    let parent = try LiveProgram(Self.program, ["family", way, "\(count)"])
    try parent.wait(for: "child 1 2")
    let child = try self.child(of: parent.pid)
    defer { kill(child, SIGKILL) }
    #expect(try living(in: parent.pid) == ["inherited": count])
    // A child has no file: its memory is read.
    guard Programs.isRoot else { return }
    #expect(try living(in: child) == ["inherited": 1, "child": 2])
    parent.tell("look")
    try parent.wait(for: "parent \(count) 0")
    #expect(try living(in: child) == ["inherited": 1, "child": 2])
  }

  @Test(
    .enabled(if: Programs.isInstalled("prlimit"), "prlimit is not installed"), arguments: ["fsize", "nofile"])
  func `a process that can have no such file works as ever`(limit: String) throws {
    let limits = limit == "fsize" ? "--fsize=1000000" : "--nofile=32"
    let limited = try LiveProgram("prlimit", [limits, Self.program, "many", "20000"])
    try limited.wait(for: "ready")
    #expect(try tables(of: limited.pid) == 0)
    guard Programs.isRoot else { return }
    #expect(try living(in: limited.pid) == ["root": 5000, "adapted": 15_000])
  }

  @Test(
    .enabled(
      if: Programs.isRoot && Programs.isInstalled("setpriv"), "needs root, to be two users, and setpriv"))
  func `a process of somebody else, and one that has changed its user, get one clear answer`() throws {
    func look(at process: pid_t) throws -> Outcome {
      try Programs.run(
        "setpriv",
        ["--reuid=65534", "--clear-groups", Programs.path("rxtrace"), "snapshot", "--pid", "\(process)"])
    }
    let other = try LiveProgram(Self.program, ["many", "4"])
    try other.wait(for: "ready")
    let refused = try look(at: other.pid)
    #expect(refused.status == 3 && refused.errors.contains("likely: it is another user's"), "\(refused)")
    #expect(refused.errors.contains("root may: sudo rxtrace snapshot --pid \(other.pid)"), "\(refused)")
    let changed = try LiveProgram(Self.program, ["many", "4", "changed"])
    try changed.wait(for: "ready")
    let hidden = try look(at: changed.pid)
    #expect(hidden.status == 3 && hidden.errors.contains("likely: it has changed its user"), "\(hidden)")
    #expect(try living(in: changed.pid) == ["root": 1, "adapted": 3], "root sees it")
  }

  @Test func `a process that has closed all descriptors goes on, and is read another way if at all`() throws {
    let closed = try LiveProgram(Self.program, ["many", "40", "closed"])
    try closed.wait(for: "ready")
    #expect(try tables(of: closed.pid) == 0)
    guard Programs.isRoot else { return }
    #expect(try living(in: closed.pid) == ["root": 10, "adapted": 30])
  }

  @Test func `a child does not keep its parent's table`() throws {
    let parent = try LiveProgram(Self.program, ["family", "fork", "5"])
    try parent.wait(for: "child 1 2")
    let child = try self.child(of: parent.pid)
    defer { kill(child, SIGKILL) }
    #expect(try tables(of: parent.pid) == 1 && tables(of: child) == 0)
  }
}
