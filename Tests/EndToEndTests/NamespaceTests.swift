import Foundation
import Testing

/// A program with a mount and a PID namespace of its own: its folder is nowhere else, and it is process 1 there.
private final class ApartProgram {
  let pid: pid_t
  private let outside: LiveProgram

  static let obstacle: String = {
    if !Programs.isRoot { return "needs root" }
    guard Programs.isInstalled("unshare") else { return "unshare is not installed" }
    let run = try? Programs.run("unshare", ["--mount", "--pid", "--fork", "true"])
    return run?.status == 0 ? "" : "namespaces are not allowed here: \(run?.errors ?? "")"
  }()

  /// - Parameters:
  ///   - ownMemory: whether its `/dev/shm` is its own as well.
  ///   - redact: what it leaves out of its recording.
  ///   - isRecorded: whether it records itself.
  init(ownMemory: Bool, redact: String? = nil, isRecorded: Bool = true) throws {
    let script = """
      mount -t tmpfs apart /mnt && mount --bind /mnt /tmp && \(ownMemory ? "mount -t tmpfs apart /dev/shm && " : "")cd /mnt && \
      exec "$0" asked
      """
    outside = try LiveProgram(
      "unshare",
      [
        "--mount", "--propagation", "private", "--pid", "--fork", "--mount-proc", "--kill-child", "sh", "-c",
        script,
        "\(Programs.testFolder)/RecordedProgram",
      ],
      environment: ["RXTRACE": isRecorded ? "/mnt/app.rxtrace" : nil, "RXTRACE_REDACT": redact]
        .compactMapValues { $0 })
    outside.tell("leave")
    outside.tell("finish")
    try outside.wait(for: "done\ndone")
    let children = try String(
      contentsOfFile: "/proc/\(outside.pid)/task/\(outside.pid)/children", encoding: .utf8)
    pid = try #require(pid_t(children.trimmingCharacters(in: .whitespaces)))
  }

  func ask(_ word: String, answers: Int) throws {
    outside.tell(word)
    try outside.wait(for: Array(repeating: "done", count: answers).joined(separator: "\n"))
  }

  func kill() throws {
    Foundation.kill(pid, SIGKILL)
    _ = try outside.finish()
  }

  func end() throws { _ = try outside.finish() }
}

/// What is said of a process in other namespaces.
@Suite(.enabled(if: ApartProgram.obstacle.isEmpty, "\(ApartProgram.obstacle)"))
struct NamespaceTests {
  private func rxtrace(_ arguments: String...) throws -> Outcome {
    try Programs.run(Programs.path("rxtrace"), arguments)
  }

  @Test(arguments: [false, true])
  func `it is marked, looked into and shown while it lives`(ownMemory: Bool) throws {
    let program = try ApartProgram(ownMemory: ownMemory)
    let place = "/proc/\(program.pid)/root/mnt/app.rxtrace"
    let marked = try rxtrace("mark", "--pid", "\(program.pid)", "deploy done")
    #expect(marked.status == 0, "\(marked.errors)")
    #expect(marked.output.hasPrefix("\(place)  marked at "), "\(marked.output)")
    #expect(try rxtrace("mark", place, "by its path").status == 0)
    #expect(!FileManager.default.fileExists(atPath: "/mnt/app.rxtrace.marks"))
    let marks = try String(contentsOfFile: "\(place).marks", encoding: .utf8)
    #expect(marks.contains("deploy done") && marks.contains("by its path"), "\(marks)")

    let shown = try rxtrace("snapshot", "--pid", "\(program.pid)")
    #expect(shown.status == 0 && shown.output.contains("alive, by call site: 1"), "\(shown)")

    let live = try LiveProgram(
      Programs.path("rxtrace"), ["live", "--pid", "\(program.pid)", "--every", "500ms"])
    try live.wait(for: "1 alive")
    try program.ask("leave", answers: 3)
    try live.wait(for: "2 alive")
    #expect(live.isRunning, "a process of this number here is another one")
    try program.end()
    let outcome = try live.finish()
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
  }

  @Test func `it is recorded from its middle, into a file of this file system`() throws {
    let program = try ApartProgram(ownMemory: true, isRecorded: false)
    let scratch = try Scratch()
    let file = scratch.file("app.rxtrace")
    let recorder = try LiveProgram(
      Programs.path("rxtrace"), ["record", "--pid", "\(program.pid)", "-o", file])
    try waitUntil("it waits for an event") {
      recorder.errors.contains("has sent no event yet") || !recorder.isRunning
    }
    try program.ask("leave", answers: 3)
    try waitUntil("it begins") { recorder.errors.contains("Ctrl-C ends") || !recorder.isRunning }
    try program.ask("finish", answers: 4)
    let run = try recorder.end()
    #expect(run.status == 0, "\(run)")
    #expect(try rxtrace("events", file).output.contains("finished"))
    try program.ask("leave", answers: 5)
    try waitUntil("the process deletes its file") {
      let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(program.pid)/root/tmp")
      return !names.contains { $0.hasPrefix("rxtrace.") }
    }
    try program.end()
  }

  @Test(arguments: [false, true])
  func `its end is seen, and all that it has recorded, also when it is killed`(ownMemory: Bool) throws {
    let program = try ApartProgram(ownMemory: ownMemory)
    let live = try LiveProgram(
      Programs.path("rxtrace"), ["live", "--pid", "\(program.pid)", "--every", "600s"])
    try live.wait(for: "1 alive")
    try program.ask("leave", answers: 3)
    try program.kill()
    let outcome = try live.finish()
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.split(separator: "\n").last?.contains("2 alive") == true, "\(outcome)")
  }

  @Test func `what its recording leaves out is left out of a mark as well`() throws {
    let program = try ApartProgram(ownMemory: false, redact: "token=\\S+")
    let marked = try rxtrace("mark", "--pid", "\(program.pid)", "login token=abc")
    #expect(marked.status == 0 && marked.output.contains("\"login ***\""), "\(marked)")
    try program.end()
  }

  @Test func `a link in its file system is not followed here`() throws {
    let program = try ApartProgram(ownMemory: false)
    let scratch = try Scratch()
    let victim = scratch.file("victim")
    let root = "/proc/\(program.pid)/root/mnt"
    try FileManager.default.createSymbolicLink(
      atPath: "\(root)/app.rxtrace.marks", withDestinationPath: victim)
    let marked = try rxtrace("mark", "--pid", "\(program.pid)", "x")
    #expect(marked.status != 0 && marked.errors.contains("it is a link"), "\(marked)")
    #expect(!FileManager.default.fileExists(atPath: victim))
    try program.end()
  }
}
