import Foundation
import Testing

/// `rxtrace live --pid`, of programs that nobody records.
@Suite struct LiveOfProcessTests {
  private static let program = "\(Programs.testFolder)/RecordedProgram"
  private static let canBeTwo = Programs.isRoot && Programs.isInstalled("setpriv")
  private static let nobody = ["--reuid=65534", "--clear-groups"]

  private func live(_ process: pid_t, _ options: String...) throws -> LiveProgram {
    try LiveProgram(Programs.path("rxtrace"), ["live", "--pid", "\(process)", "--every", "100ms"] + options)
  }

  private func refused(_ process: pid_t, through prefix: [String] = []) throws -> String {
    let words = prefix + [Programs.path("rxtrace"), "live", "--pid", "\(process)"]
    let run = try Programs.run(words[0], Array(words.dropFirst()))
    #expect(run.status == 3 && run.output.isEmpty && run.errors.hasPrefix("rxtrace: "), "\(run)")
    return run.errors
  }

  private func many(_ words: String..., through prefix: [String] = []) throws -> LiveProgram {
    let words = prefix + [Self.program, "many"] + words
    let program = try LiveProgram(words[0], Array(words.dropFirst()))
    try program.wait(for: "ready")
    return program
  }

  @Test
  func `each look is a line, beginnings and ends are counted, and the end of the process is the last line`()
    throws
  {
    let program = try LiveProgram(Self.program, ["asked"])
    program.tell("leave")
    try program.wait(for: "done")
    let live = try live(program.pid)
    try live.wait(for: "first look  1 alive\n")
    program.tell("leave")
    program.tell("leave")
    try live.wait(for: "  3 alive")
    try live.wait(for: "  3 alive  0 begun (0/s)  0 ended (0/s)\n")
    try program.end(by: SIGKILL)
    let outcome = try live.finish()
    #expect(outcome.status == 0, "\(outcome)")
    let lines = outcome.output.split(separator: "\n")
    let last = "RecordedProgram  pid \(program.pid)  the process ended meanwhile: this was seen until then"
    #expect(lines.last == last[...], "\(outcome)")
    // Both in one look, or one in each of two.
    let begun = lines.compactMap { $0.firstMatch(of: #/ (\d+) begun/#).flatMap { Int($0.output.1) } }
    #expect(begun.reduce(0, +) == 2, "\(outcome)")
    #expect(
      outcome.errors
        == "rxtrace: process \(program.pid) writes no recording: a look every 100.0 ms: subscriptions "
        + "that begin and end between two are not counted, nor are values\n")
  }

  @Test func `in JSON a look is an object, and the last one says that the process has ended`() throws {
    let program = try many("8")
    let live = try live(program.pid, "--format", "json")
    try live.wait(for: "\"looks\":3,")
    try program.end(by: SIGKILL)
    let outcome = try live.finish()
    #expect(outcome.status == 0, "\(outcome)")
    let lines = try outcome.output.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(lines.allSatisfy { $0["report"] as? String == "live" && $0["pid"] as? Int == Int(program.pid) })
    #expect(lines.dropLast().allSatisfy { $0["state"] as? String == "unrecorded" })
    #expect(lines.last?["state"] as? String == "ended")
    for line in lines {
      #expect((line["counts"] as? [String: Any])?["alive"] as? Int == 8 && line["leaks"] is NSNull)
      let rows = try #require(line["rows"] as? [[String: Any]])
      #expect(rows.compactMap { $0["name"] as? String } == ["adapted", "root"])
      #expect(rows.compactMap { $0["alive"] as? Int } == [6, 2])
      #expect(rows.allSatisfy { $0["oldest_ns"] as? Int ?? 0 > 0 && $0["ended"] as? Int == 0 })
    }
  }

  @Test func `a filter and a group are those of other commands`() throws {
    let program = try many("8")
    let live = try live(program.pid, "--op", "adapted")
    try live.wait(for: "first look  6 alive  asked for 6 of 8\n")
    try live.wait(for: "  6 alive  asked for 6 of 8  0 begun (0/s)  0 ended (0/s)\n")
    let interrupted = try live.end(by: SIGINT)
    #expect(interrupted.status == 130, "\(interrupted)")
    let grouped = try self.live(program.pid, "--format", "json", "--group", "file")
    try grouped.wait(for: "\"group\":\"file\",\"rows\":[{\"name\":\"Made/AtRunTime.swift\"")
    #expect(program.isRunning)
  }

  @Test(
    arguments: [
      (["--between", "a", "b"], "--between"), (["--id", "3"], "--id"), (["--from", "1s"], "--from"),
      (["--format", "json", "--ids"], "--ids"),
    ])
  func `options that need a recording are refused by name`(words: [String], option: String) throws {
    let program = try many("8")
    let run = try Programs.run(
      Programs.path("rxtrace"), ["live", "--pid", "\(program.pid)"] + words)
    #expect(
      run.status == 64
        && run.errors == "rxtrace: process \(program.pid) writes no recording: leave out \(option)\n",
      "\(run)")
  }

  @Test func `a process that is not there, and one without Signals, get one clear answer`() throws {
    #expect(try refused(4_194_305) == "rxtrace: there is no process 4194305\n")
    let sleeper = try LiveProgram("sleep", ["600"])
    let without = try refused(sleeper.pid)
    #expect(
      without.hasPrefix("rxtrace: process \(sleeper.pid) has no table of living subscriptions\n")
        || without.contains("root may: sudo rxtrace live --pid"), "\(without)")
  }

  @Test(.enabled(if: canBeTwo, "needs root, to be another user, and setpriv"))
  func `a user needs no root for an own process, and gets a clear line for another's`() throws {
    let own = try many("8", through: ["setpriv"] + Self.nobody)
    let live = try LiveProgram(
      "setpriv", Self.nobody + [Programs.path("rxtrace"), "live", "--pid", "\(own.pid)", "--every", "100ms"])
    try live.wait(for: "first look  8 alive\n")
    let other = try many("8")
    let another = try refused(other.pid, through: ["setpriv"] + Self.nobody)
    #expect(another.contains("root may: sudo rxtrace live --pid \(other.pid)\n"), "\(another)")
    #expect(another.contains("likely: it is another user's"), "\(another)")
    let changed = try many("8", "changed")
    let hidden = try refused(changed.pid, through: ["setpriv"] + Self.nobody)
    #expect(hidden.contains("likely: it has changed its user"), "\(hidden)")
  }

  @Test func `a process that can have no table in a file is read another way, or a line says why it is not`()
    throws
  {
    let closed = try many("8", "closed")
    guard Programs.isRoot else {
      let line = try refused(closed.pid)
      #expect(line.contains("it has closed the descriptor of its table or may not have one"), "\(line)")
      return
    }
    let live = try live(closed.pid)
    try live.wait(for: "first look  8 alive\n")
  }

  @Test(.enabled(if: Programs.isRoot, "needs root: the kernel lets nobody look into another process"))
  func `a table that says anything at all is looked at again and again, with a line of doubt`() throws {
    let hostile = try LiveProgram("\(Programs.testFolder)/HostileTable", ["1", "texts chain late"])
    try hostile.wait(for: "ready")
    let live = try live(hostile.pid, "--format", "json")
    try live.wait(for: "\"looks\":4,")
    #expect(live.output.contains("its memory tells of more than a process of its size has"))
    try hostile.end(by: SIGKILL)
    let outcome = try live.finish()
    #expect(outcome.status == 0 && outcome.output.contains("\"state\":\"ended\""), "\(outcome.errors)")
  }

  @Test func `whenever the process ends, also during the first look, a line says so`() throws {
    for round in 0..<16 {
      let program = try many("20000")
      let live = try live(program.pid)
      usleep(UInt32(round * 8000))
      try program.end(by: SIGKILL)
      let outcome = try live.finish()
      let isSeen = outcome.output.hasSuffix(
        "pid \(program.pid)  the process ended meanwhile: this was seen until then\n")
      let isRefused = [
        "rxtrace: there is no process \(program.pid)\n",
        "rxtrace: process \(program.pid) has ended meanwhile\n",
      ].contains(outcome.errors)
      #expect(outcome.status == (isSeen ? 0 : 3) && isSeen != isRefused, "\(round): \(outcome)")
    }
  }
}
