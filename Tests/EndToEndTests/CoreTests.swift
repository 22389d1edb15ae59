import Foundation
import Testing

/// Core files in the folder in which a program runs.
private enum KernelCores {
  static let areMade: Bool = {
    let pattern = (try? String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8)) ?? "|"
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    return pattern.first != "|" && !pattern.contains("/") && limit.rlim_max != 0
  }()
}

/// `rxtrace snapshot --core`, of programs that the kernel has written to a core file.
@Suite(
  .serialized,
  .enabled(
    if: KernelCores.areMade, "needs a relative kernel.core_pattern, and a limit (ulimit -Hc) that is not 0"))
struct CoreTests {
  private static let recorded = "\(Programs.testFolder)/RecordedProgram"
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Starts a program in the test's folder, where its core goes.
  private func start(_ words: [String], filter: String = "0x33") throws -> LiveProgram {
    let script = """
      cd "$0" && ulimit -c "$(ulimit -H -c)" && echo \(filter) > /proc/self/coredump_filter && exec "$@"
      """
    // Swift's own handler of crashes would take the signal.
    return try LiveProgram(
      "/bin/bash", ["-c", script, scratch.path] + words, environment: ["SWIFT_BACKTRACE": "enable=no"])
  }

  /// The path of the core that the program leaves.
  private func crash(_ program: LiveProgram) throws -> String {
    // Where it was stopped, it does nothing more: the lower number comes first.
    kill(program.pid, SIGABRT)
    try program.end(by: SIGCONT)
    let cores = try FileManager.default.contentsOfDirectory(atPath: scratch.path).filter {
      $0.hasPrefix("core")
    }
    return scratch.file(try #require(cores.first, "no core"))
  }

  private func snapshot(_ words: String...) throws -> Outcome {
    try Programs.run(Programs.path("rxtrace"), ["snapshot"] + words)
  }

  /// How many live, by call site.
  private func sites(_ shown: Outcome) throws -> [String: Int] {
    #expect(shown.status == 0, "\(shown.errors)")
    let report = try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any]
    var counts: [String: Int] = [:]
    for row in try #require(report?["sites"] as? [[String: Any]]) {
      let site = try #require(row["site"] as? [String: Any])
      let place = "\(site["operator"] ?? "") \(site["file"] ?? ""):\(site["line"] ?? 0)"
      counts[place, default: 0] += try #require(row["alive"] as? Int)
    }
    return counts
  }

  /// Stops logtap once it follows a log with a leak, so that nothing begins or ends any more.
  private func stoppedLogtap() throws -> LiveProgram {
    let log = scratch.file("log")
    var text = ""
    for line in 0..<200 { text += "\(1_790_000_000 + line * 100) source\(line % 5) line \(line)\n" }
    try text.write(toFile: log, atomically: false, encoding: .utf8)
    let program = try start([
      Programs.path("logtap"), "--follow", "--sessions", "--idle", "2s", "--leak", "create", log,
    ])
    try program.wait(for: "source4")
    usleep(300_000)
    kill(program.pid, SIGSTOP)
    usleep(100_000)
    return program
  }

  @Test func `the core of logtap has the call sites that its memory had`() throws {
    let program = try stoppedLogtap()
    let before = try sites(snapshot("--pid", "\(program.pid)", "--format", "json"))
    #expect(before.keys.contains { $0.contains("LeakingSession.swift") }, "\(before)")
    let pid = program.pid
    let core = try crash(program)
    #expect(try sites(snapshot("--core", core, "--format", "json")) == before)
    let text = try snapshot("--core", core)
    #expect(text.output.hasPrefix("logtap  pid \(pid)  snapshot"), "\(text.output)\(text.errors)")
    #expect(text.output.contains("ages end when the newest subscription began"), "\(text.output)")
    #expect(!text.output.contains("not read:") && !text.output.contains("ages are unknown"), "\(text.output)")
  }

  @Test(.enabled(if: Programs.isInstalled("gcore") && Programs.isRoot, "needs gcore, and root for it"))
  func `gcore's core of logtap has them, too`() throws {
    let program = try stoppedLogtap()
    let before = try sites(snapshot("--pid", "\(program.pid)", "--format", "json"))
    let made = try Programs.run("gcore", ["-o", scratch.file("made"), "\(program.pid)"])
    #expect(made.status == 0, "\(made.errors)")
    #expect(try sites(snapshot("--core", scratch.file("made.\(program.pid)"), "--format", "json")) == before)
  }

  /// A copy in the test's folder. On an overlay, as containers have it, the kernel lists other paths than the program's.
  private func copyOfRecorded() throws -> String {
    let copy = scratch.file("RecordedProgram")
    try FileManager.default.copyItem(atPath: Self.recorded, toPath: copy)
    return copy
  }

  @Test func `a program that could make no file for its table is read from its memory`() throws {
    let program = try start(
      ["/bin/bash", "-c", "ulimit -n 32; exec \"$0\" \"$@\"", copyOfRecorded(), "many", "40"])
    try program.wait(for: "ready")
    let shown = try snapshot("--core", try crash(program), "--by", "site")
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(shown.output.contains("alive, by call site: 40"), "\(shown.output)")
    #expect(shown.output.contains("Made/AtRunTime.swift:7"), "\(shown.output)")
  }

  @Test func `a core without shared memory says how the next one has it`() throws {
    let program = try start([Self.recorded, "many", "40"], filter: "0x31")
    try program.wait(for: "ready")
    let shown = try snapshot("--core", try crash(program))
    #expect(shown.status == 3 && shown.output.isEmpty)
    #expect(
      shown.errors.contains("lacks the memory with the table of living subscriptions"), "\(shown.errors)")
    #expect(shown.errors.contains("echo 0x3f > /proc/PID/coredump_filter"), "\(shown.errors)")
  }

  @Test func `a core with all memory has the names without the program`() throws {
    let copy = try copyOfRecorded()
    let program = try start([copy, "many", "40"], filter: "0x3f")
    try program.wait(for: "ready")
    let core = try crash(program)
    try FileManager.default.removeItem(atPath: copy)
    let shown = try snapshot("--core", core, "--by", "site")
    #expect(shown.status == 0 && shown.output.contains("alive, by call site: 40"), "\(shown)")
    #expect(shown.output.contains("Sending.swift:7"), "\(shown.output)")
    #expect(!shown.output.contains("without an operator"), "\(shown.output)")
  }

  @Test func `a core of a program without Signals says that there is no table`() throws {
    let program = try start(["/bin/sleep", "600"])
    usleep(300_000)
    let shown = try snapshot("--core", try crash(program))
    #expect(shown.status == 3 && shown.output.isEmpty)
    #expect(shown.errors.contains("has no table of living subscriptions"), "\(shown.errors)")
    #expect(shown.errors.contains("likely: it does not use Signals"), "\(shown.errors)")
  }
}
