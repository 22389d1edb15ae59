import Foundation
import Testing

/// `rxtrace leaks --pid`, of a logtap that nobody records and that was started without a word of it.
@Suite struct LeaksOfProcessTests {
  private static let canBeTwo = Programs.isRoot && Programs.isInstalled("setpriv")
  private static let nobody = ["--reuid=65534", "--clear-groups"]
  private static let rounds = 300, sources = 20

  /// Starts it on a log of 600 sessions, of which the last 20 are open for `idle` of the world's time, and waits until it
  /// has read the log, and until so many sessions are over.
  private func follow(
    _ mistake: String, idle: String = "600s", over: Int = 580, _ scratch: Scratch,
    through prefix: [String] = []
  ) throws -> LiveProgram {
    let log = scratch.file("log")
    var (text, time) = ("", 1_790_000_000)
    for round in 0..<Self.rounds {
      for source in 0..<Self.sources { text += "\(time) source\(source) round \(round)\n" }
      time += round % 10 == 9 ? 3600 : 2
    }
    try text.write(toFile: log, atomically: false, encoding: .utf8)
    let words =
      prefix + [Programs.path("logtap"), "--follow", "--sessions", "--idle", idle, "--leak", mistake, log]
    let program = try LiveProgram(words[0], Array(words.dropFirst()))
    try waitUntil("\(over) sessions are over") {
      guard program.isRunning else { throw TookTooLong(description: "logtap ended: \(program.errors)") }
      return program.output.split(separator: "\n").count { $0.contains(" entries in ") } >= over
    }
    return program
  }

  private func leaks(_ process: pid_t, _ options: String..., through prefix: [String] = []) throws -> Outcome
  {
    let words = prefix + [Programs.path("rxtrace"), "leaks", "--pid", "\(process)"] + options
    return try Programs.run(words[0], Array(words.dropFirst()))
  }

  /// Where the mistake is in logtap's source.
  private func place(of code: String) throws -> String {
    let path = "\(Programs.repository)/Sources/Examples/logtap/Sessions/LeakingSession.swift"
    let lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
    return try "LeakingSession.swift:\(#require(lines.firstIndex { $0.contains(code) }) + 1)"
  }

  @Test func `a stop in the wrong place is suspect at its line, with the line of the stop`() throws {
    let scratch = try Scratch()
    let logtap = try follow("inner", scratch)
    let seen = try leaks(logtap.pid, "--watch", "3s")
    #expect(seen.status == 0 && seen.errors.isEmpty, "\(seen.errors)")
    #expect(seen.output.hasPrefix("no leak proven so far; 1 suspect "), "\(seen.output)")
    let (flattening, stop) = try (place(of: ".flatMap"), place(of: ".take(until: closed)"))
    #expect(seen.output.contains(" \(flattening), \(stop)"), "\(seen.output)")
    #expect(seen.output.contains("take(until:) is upstream of flatMap."), "\(seen.output)")
    #expect(seen.output.contains("580 flatMap of this line have no source any more"), "\(seen.output)")
    #expect(logtap.isRunning)
  }

  @Test func `the answer in JSON has the same places`() throws {
    let scratch = try Scratch()
    let logtap = try follow("inner", scratch)
    let seen = try leaks(logtap.pid, "--watch", "3s", "--json")
    #expect(seen.status == 0 && seen.errors.isEmpty, "\(seen.errors)")
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(seen.output.utf8)) as? [String: Any], "\(seen.output)")
    #expect(answer["report"] as? String == "watch" && answer["pid"] as? Int == Int(logtap.pid))
    #expect(answer["is_judged"] as? Bool == true)
    #expect((answer["headline"] as? String)?.hasPrefix("no leak proven so far; 1 suspect") == true)
    let leaks = try #require(answer["leaks"] as? [[String: Any]])
    #expect(leaks.count == 1 && leaks.first?["kind"] as? String == "suspect", "\(seen.output)")
    #expect(leaks.first?["instance_count"] as? Int == 580, "\(seen.output)")
    let places = try ["site", "other_site"].map { name in
      let site = try #require(leaks.first?[name] as? [String: Any])
      return "LeakingSession.swift:\(try #require(site["line"] as? Int))"
    }
    #expect(try places == [place(of: ".flatMap"), place(of: ".take(until: closed)")])
  }

  @Test func `it is worth a look also after all sessions are over, when no other shows the stop`() throws {
    let scratch = try Scratch()
    let logtap = try follow("inner", idle: "3s", over: 600, scratch)
    let seen = try leaks(logtap.pid, "--watch", "3s")
    #expect(seen.output.contains(" open, 1 line to look at "), "\(seen.output)")
    let look = try "\nlook at \(place(of: ".flatMap")): 600 flatMap have inner signals and no source any more"
    #expect(seen.output.contains(look), "\(seen.output)")
  }

  @Test func `a forgotten disposable is suspect at its closure, with the line of the subscription`() throws {
    let scratch = try Scratch()
    let logtap = try follow("create", scratch)
    let seen = try leaks(logtap.pid, "--watch", "3s")
    #expect(seen.output.hasPrefix("no leak proven so far; 1 suspect "), "\(seen.output)")
    let (create, subscribe) = try (place(of: "Signal.create"), place(of: "beats.subscribe"))
    #expect(seen.output.contains(" \(create), \(subscribe)"), "\(seen.output)")
    #expect(seen.output.contains("At \(create) return (or add to the bag) the disposable"), "\(seen.output)")
  }

  @Test func `a healthy one is accused of nothing, and its open subscriptions are counted`() throws {
    let scratch = try Scratch()
    let logtap = try follow("none", scratch)
    let seen = try leaks(logtap.pid, "--watch", "3s")
    #expect(seen.status == 0)
    #expect(seen.output.hasPrefix("no leak proven so far; "), "\(seen.output)")
    #expect(!seen.output.contains("SUSPECT") && !seen.output.contains("LEAK"), "\(seen.output)")
    #expect(!seen.output.contains("look at"), "\(seen.output)")
    #expect(seen.output.contains("\nopen: "), "\(seen.output)")
  }

  @Test(.enabled(if: canBeTwo, "needs root, to be another user, and setpriv"))
  func `a user needs no root for an own process, and gets a clear line for another's`() throws {
    let scratch = try Scratch()
    let own = try follow("inner", scratch, through: ["setpriv"] + Self.nobody)
    let seen = try leaks(own.pid, "--watch", "2s", through: ["setpriv"] + Self.nobody)
    #expect(seen.output.hasPrefix("no leak proven so far; 1 suspect "), "\(seen)")
    let other = try LiveProgram("\(Programs.testFolder)/RecordedProgram", ["many", "4"])
    try other.wait(for: "ready")
    let refused = try leaks(other.pid, "--watch", "2s", through: ["setpriv"] + Self.nobody)
    #expect(refused.status == 3 && refused.output.isEmpty, "\(refused)")
    #expect(refused.errors.contains("root may: sudo rxtrace leaks --pid \(other.pid)"), "\(refused)")
    #expect(refused.errors.contains("likely: it is another user's"), "\(refused)")
  }

  @Test func `a process that ends, and a watch that somebody ends, tell what was seen until then`() throws {
    let scratch = try Scratch()
    let logtap = try follow("none", scratch)
    let cut = try LiveProgram(
      Programs.path("rxtrace"), ["leaks", "--pid", "\(logtap.pid)", "--watch", "10m"])
    let watcher = try LiveProgram(
      Programs.path("rxtrace"), ["leaks", "--pid", "\(logtap.pid)", "--watch", "10m"])
    for each in [cut, watcher] { try waitUntil("it waits") { try holdsBackInterrupts(each.pid) } }
    let ended = try cut.end(by: SIGINT)
    #expect(ended.status == 0 && ended.output.contains("open: "), "\(ended)")
    #expect(!ended.output.contains("the process ended"), "\(ended)")
    try logtap.end(by: SIGKILL)
    let last = try watcher.finish()
    #expect(last.status == 0, "\(last)")
    #expect(last.output.contains("the process ended meanwhile: this was seen until then"), "\(last)")
    #expect(last.output.contains("open: "), "\(last)")
  }

  /// Whether the first look is over: from then on the signal ends the watch and not the program.
  private func holdsBackInterrupts(_ process: pid_t) throws -> Bool {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
    let mask = line.flatMap { UInt64($0.split(whereSeparator: \.isWhitespace)[1], radix: 16) } ?? 0
    return mask & 1 << UInt64(SIGINT - 1) != 0
  }

  @Test func `a process without Signals, and one that is not there, get one clear answer`() throws {
    let sleeper = try LiveProgram("sleep", ["600"])
    let without = try leaks(sleeper.pid, "--watch", "1s")
    #expect(without.status == 3 && without.output.isEmpty)
    #expect(
      without.errors.contains("has no table of living subscriptions")
        || without.errors.contains("root may: sudo rxtrace leaks"), "\(without.errors)")
    let nobody = try leaks(4_194_305)
    #expect(nobody.status == 3 && nobody.errors == "rxtrace: there is no process 4194305\n", "\(nobody)")
  }

  @Test(
    arguments: [
      (["--watch", "5s"], "--watch is for a process: name it with --pid."),
      (["--pid", "0"], "--pid takes the number of a process."),
      (
        ["--pid", "1", "--watch", "5"],
        "The value '5' is invalid for '--watch <time>': '5' has no unit; type 5s or 5ms."
      ),
      (["--pid", "1", "--watch", "10ms"], "--watch takes a time from 1s to a day (24h)."),
      (
        ["--pid", "1", "app.rxtrace"],
        "--pid judges a process that runs: leave out app.rxtrace."
      ),
      (["--pid", "1", "--fix", "x"], "--pid judges a process that runs: leave out --fix."),
      (["--pid", "1", "--name", "x"], "--pid judges a process that runs: leave out the filter."),
    ])
  func `what cannot be meant is refused in one line`(words: [String], line: String) throws {
    let refused = try Programs.run(Programs.path("rxtrace"), ["leaks"] + words)
    #expect(refused.status == 64 && refused.output.isEmpty, "\(refused)")
    #expect(refused.errors.hasPrefix("rxtrace: \(line)\n"), "\(refused.errors)")
  }
}
