import Foundation
import Testing

/// `rxtrace record --pid`, of programs that nobody records.
@Suite struct RecordOfProcessTests {
  private static let program = "\(Programs.testFolder)/RecordedProgram"
  private static let canBeTwo = Programs.isRoot && Programs.isInstalled("setpriv")
  private static let nobody = ["--reuid=65534", "--clear-groups"]

  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private var file: String { scratch.file("app.rxtrace") }

  private func rxtrace(_ words: String...) throws -> Outcome {
    try Programs.run(Programs.path("rxtrace"), words, in: scratch.path)
  }

  private func recorder(_ process: pid_t, _ options: String...) throws -> LiveProgram {
    try LiveProgram(
      Programs.path("rxtrace"), ["record", "--pid", "\(process)", "-o", file] + options,
      environment: ["RXTRACE": ""])
  }

  private func refused(_ process: pid_t, through prefix: [String] = []) throws -> String {
    let words = prefix + [Programs.path("rxtrace"), "record", "--pid", "\(process)", "-o", file]
    let run = try Programs.run(words[0], Array(words.dropFirst()))
    #expect(run.status == 3 && run.output.isEmpty && run.errors.hasPrefix("rxtrace: "), "\(run)")
    return run.errors
  }

  private func busy(_ environment: [String: String] = [:]) throws -> LiveProgram {
    try LiveProgram(Self.program, ["churn-lives", "plain"], environment: environment)
  }

  private func asked(_ environment: [String: String] = [:]) throws -> LiveProgram {
    let program = try LiveProgram(Self.program, ["asked"], environment: environment)
    program.tell("leave")
    try program.wait(for: "done")
    return program
  }

  /// - Parameter idle: a program that needs lines to send anything.
  private func waitUntilRecording(_ recorder: LiveProgram, of idle: LiveProgram? = nil) throws {
    try waitUntil("the recording begins") {
      idle?.tell("finish")
      if recorder.errors.contains("Ctrl-C ends the recording") { return true }
      guard recorder.isRunning else { throw TookTooLong(description: "it ended: \(recorder.errors)") }
      return false
    }
  }

  /// The recordings that processes have made because they were asked to.
  private func originals(of process: pid_t) -> [String] {
    ["/tmp", "/var/tmp", "/dev/shm"].flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter { $0.hasPrefix("rxtrace.\(process).") }.map { "\(folder)/\($0)" }
    }
  }

  @Test func `it begins with what lives, ends in good order, and leaves nothing in the process's folder`()
    throws
  {
    let program = try busy()
    for _ in 0..<2 {
      let run = try rxtrace("record", "--pid", "\(program.pid)", "-d", "700ms", "-f", "-o", file)
      #expect(run.status == 0 && run.output.isEmpty, "\(run)")
      let lines = run.errors.split(separator: "\n")
      #expect(
        lines.first
          == "rxtrace: recording RecordedProgram, process \(program.pid); Ctrl-C ends the recording",
        "\(run)")
      #expect(run.errors.contains("  0 lost   RecordedProgram goes on\n"), "\(run)")
      let info = try rxtrace("info", file)
      #expect(info.output.contains("ended: in good order") && info.output.contains("0 lost"), "\(info)")
      #expect(info.output.contains("alive before recording: 4"), "\(info)")
      #expect(originals(of: program.pid).isEmpty)
      #expect(program.isRunning)
    }
    let leaks = try rxtrace("stats", file)
    #expect(leaks.status == 0 && leaks.output.contains("churned"), "\(leaks)")
  }

  @Test func `an idle process begins with its next event, and what it has not written yet is in the copy`()
    throws
  {
    let program = try asked()
    let recorder = try recorder(program.pid)
    try waitUntil("it says what it waits for") {
      recorder.errors.contains("has sent no event yet") || !recorder.isRunning
    }
    program.tell("leave")
    try waitUntilRecording(recorder)
    program.tell("finish")
    try waitUntil("it is done") { program.output.components(separatedBy: "done").count == 4 }
    let run = try recorder.end()
    #expect(run.status == 0 && run.errors.contains("RecordedProgram goes on"), "\(run)")
    let info = try rxtrace("info", file)
    #expect(info.status == 0 && info.output.contains("alive before recording: 2"), "\(info)")
    let events = try rxtrace("events", file)
    #expect(events.output.contains("finished") && events.output.contains("disposed"), "\(events)")
    // The next event ends the recording in the process. Until then there is no other one.
    #expect(try refused(program.pid).contains("has not ended its recording for an earlier rxtrace yet"))
    #expect(originals(of: program.pid).count { $0.hasSuffix(".rxtrace") } == 1)
    program.tell("leave")
    try waitUntil("the process deletes its file") { originals(of: program.pid).isEmpty }
    // And another recording can begin.
    let again = try self.recorder(program.pid, "-f")
    try waitUntilRecording(again, of: program)
    program.tell("leave")
    #expect(try again.end().status == 0)
  }

  @Test func `a process without an event is not waited for longer than asked`() throws {
    let program = try asked()
    let run = try rxtrace("record", "--pid", "\(program.pid)", "-d", "300ms", "-o", file)
    #expect(run.status == 3 && run.errors.contains("has sent no event until then\n"), "\(run)")
    #expect(!FileManager.default.fileExists(atPath: file))
    program.tell("leave")
    try waitUntil("it is done") { program.output.components(separatedBy: "done").count == 3 }
    #expect(originals(of: program.pid).isEmpty)
  }

  @Test func `marks that are made meanwhile are in the copy`() throws {
    let program = try busy()
    let recorder = try recorder(program.pid)
    try waitUntilRecording(recorder)
    let mark = try rxtrace("mark", "--pid", "\(program.pid)", "deployed")
    #expect(mark.status == 0, "\(mark)")
    #expect(try recorder.end().status == 0)
    #expect(try rxtrace("events", file).output.contains("deployed"))
    #expect(originals(of: program.pid).isEmpty)
  }

  @Test func `with a condition it waits until so many subscriptions live at a line`() throws {
    let program = try asked()
    let line = try #require(
      rxtrace("snapshot", "--pid", "\(program.pid)", "--by", "site").output.firstMatch(
        of: #/Sending.swift:\d+/#))
    let recorder = try recorder(program.pid, "--when", "alive at \(line.output) > 2")
    try waitUntil("it waits") {
      recorder.errors.contains("the recording begins at 3\n") || !recorder.isRunning
    }
    for _ in 0..<2 { program.tell("leave") }
    try waitUntil("it is so far") { recorder.errors.contains("3 alive at ") || !recorder.isRunning }
    try waitUntilRecording(recorder, of: program)
    program.tell("leave")
    let run = try recorder.end()
    #expect(run.status == 0 && run.errors.contains("3 alive at \(line.output) in process"), "\(run)")
    try waitUntil("the process deletes its file") {
      program.tell("finish")
      return originals(of: program.pid).isEmpty
    }
    let waiting = try self.recorder(program.pid, "-f", "--when", "alive > 1000000")
    try waitUntil("it waits") {
      waiting.errors.contains("the recording begins at 1000001\n") || !waiting.isRunning
    }
    #expect(try waiting.end().status == 0)
  }

  @Test func `a process that is killed meanwhile has its last events in the copy`() throws {
    let program = try busy()
    let recorder = try recorder(program.pid)
    try waitUntilRecording(recorder)
    usleep(300_000)
    try program.end(by: SIGKILL)
    let run = try recorder.finish()
    #expect(run.status == 0 && run.errors.contains("RecordedProgram has ended"), "\(run)")
    let info = try rxtrace("info", file)
    #expect(info.status == 0 && info.output.contains("0 lost"), "\(info)")
    #expect(originals(of: program.pid).isEmpty)
  }

  @Test func `where rxtrace is killed, the process ends the recording and keeps the file`() throws {
    let program = try busy()
    let recorder = try recorder(program.pid)
    try waitUntilRecording(recorder)
    try recorder.end(by: SIGKILL)
    let original = try #require(originals(of: program.pid).first { $0.hasSuffix(".rxtrace") })
    defer { for path in originals(of: program.pid) { unlink(path) } }
    try waitUntil("the recording has ended") {
      try rxtrace("info", original).output.contains("ended: in good order")
    }
    #expect(program.isRunning)
    // The next recording has another name meanwhile.
    let run = try rxtrace("record", "--pid", "\(program.pid)", "-d", "200ms", "-o", file)
    #expect(run.status == 0, "\(run)")
    #expect(originals(of: program.pid) == [original])
  }

  @Test func `a process that runs another program meanwhile has what it recorded until then in the copy`()
    throws
  {
    let program = try LiveProgram(Self.program, ["churn-lives", "exec"])
    let recorder = try recorder(program.pid)
    try waitUntilRecording(recorder)
    kill(program.pid, SIGUSR1)
    let run = try recorder.finish()
    #expect(run.status == 0, "\(run)")
    let info = try rxtrace("info", file)
    #expect(info.status == 0 && info.output.contains("0 lost"), "\(info)")
    #expect(originals(of: program.pid).isEmpty)
  }

  @Test(.enabled(if: Programs.isRoot, "needs root"))
  func `root records a process that has closed all its descriptors`() throws {
    let program = try LiveProgram(Self.program, ["churn-lives", "closed"])
    try program.wait(for: "ready")
    let run = try rxtrace("record", "--pid", "\(program.pid)", "-d", "300ms", "-o", file)
    #expect(run.status == 0 && run.errors.contains("RecordedProgram goes on"), "\(run)")
  }

  @Test func `values are kept where they are asked for, and the program's redaction holds`() throws {
    let program = try busy(["RXTRACE_REDACT": "[0-9]+5"])
    let run = try rxtrace("record", "--pid", "\(program.pid)", "-d", "500ms", "--values", "-o", file)
    #expect(run.status == 0, "\(run)")
    let info = try rxtrace("info", "--dump", file)
    #expect(info.output.contains("\"***\"") && !info.output.contains("15\""), "\(info.output.prefix(2000))")
  }

  @Test func `a filter that the program installs meanwhile does not kill it`() throws {
    let program = try LiveProgram(Self.program, ["filter-later"])
    let recorder = try recorder(program.pid)
    try waitUntilRecording(recorder)
    kill(program.pid, SIGUSR1)
    let status = "/proc/\(program.pid)/status"
    try waitUntil("it has a filter") {
      (try? String(contentsOfFile: status, encoding: .utf8))?.contains("Seccomp:\t2") == true
    }
    usleep(100_000)
    let run = try recorder.end()
    #expect(run.status == 0 && run.errors.contains("RecordedProgram goes on"), "\(run)")
    #expect(program.isRunning)
    #expect(originals(of: program.pid).isEmpty)
    // It has one now, and a recording could not begin.
    #expect(try refused(program.pid).contains("has forbidden itself system calls (seccomp)"))
    #expect(program.isRunning)
  }

  @Test func `what takes no request is refused with the reason, and goes on`() throws {
    let plain = try LiveProgram("sleep", ["60"])
    #expect(try refused(plain.pid).contains("has no table of living subscriptions"))
    let closed = try asked(["RXTRACE_CONTROL": "0"])
    #expect(try refused(closed.pid).hasPrefix("rxtrace: process \(closed.pid) takes no requests\n"))
    let recorded = try asked(["RXTRACE": scratch.file("own.rxtrace")])
    #expect(
      try refused(recorded.pid) == "rxtrace: process \(recorded.pid) is recorded already, to "
        + "\(scratch.file("own.rxtrace")): rxtrace leaks --pid \(recorded.pid)\n")
    #expect(try refused(999_999_999) == "rxtrace: there is no process 999999999\n")
    let busy = try busy()
    let first = try recorder(busy.pid)
    try waitUntilRecording(first)
    #expect(try refused(busy.pid).contains("is recorded already, to "))
    try first.end()
    for program in [plain, closed, recorded, busy] { #expect(program.isRunning) }
  }

  @Test(.enabled(if: canBeTwo, "needs root and setpriv"))
  func `only who may look at the process may ask it`() throws {
    let program = try asked()
    let open = scratch.path
    chmod(open, 0o777)
    let errors = try refused(program.pid, through: ["setpriv"] + Self.nobody)
    #expect(
      errors.contains("may not be looked at") && errors.contains("sudo rxtrace record --pid"), "\(errors)")
    // One of nobody's is nobody's to record, and root's.
    let theirs = try LiveProgram("setpriv", Self.nobody + [Self.program, "churn-lives", "plain"])
    let words = ["setpriv"] + Self.nobody + [Programs.path("rxtrace")]
    let own = try Programs.run(
      words[0],
      words.dropFirst() + [
        "record", "--pid", "\(theirs.pid)", "-d", "300ms", "-o", scratch.file("own.rxtrace"),
      ])
    #expect(own.status == 0, "\(own)")
    let roots = try rxtrace("record", "--pid", "\(theirs.pid)", "-d", "300ms", "-o", file)
    #expect(roots.status == 0, "\(roots)")
    #expect(originals(of: theirs.pid).isEmpty)
  }

  @Test func `a forked child takes no request, and its parent goes on taking them`() throws {
    for way in ["fork", "raw"] {
      let program = try LiveProgram(Self.program, ["family", way, "8"])
      try program.wait(for: "child")
      let children = try String(
        contentsOfFile: "/proc/\(program.pid)/task/\(program.pid)/children", encoding: .utf8)
      let child = try #require(pid_t(children.split(separator: " ").first ?? ""))
      #expect(try refused(child).contains("takes no requests"), "\(way)")
      let recorder = try recorder(program.pid, "-f")
      try waitUntilRecording(recorder, of: program)
      program.tell()
      let run = try recorder.end()
      #expect(run.status == 0, "\(run)")
      program.tell()
      try waitUntil("the process deletes its file") {
        program.tell()
        return originals(of: program.pid).isEmpty
      }
      try program.finish()
    }
  }
}
