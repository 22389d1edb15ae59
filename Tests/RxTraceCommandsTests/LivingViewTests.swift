import Foundation
import Glibc
import Testing
import TraceFixtures

@testable import RxTraceCommands

/// `rxtrace live --pid` on a terminal, of a process that nobody records.
@Suite struct LivingViewTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A program with eight living subscriptions, which waits for the end of an input that does not end.
  private func eight() throws -> ChildProcess {
    let input = folder.file("input").path
    try #require(mkfifo(input, 0o600) == 0)
    let program = URL(fileURLWithPath: ToolRun.tool).deletingLastPathComponent()
      .appendingPathComponent("RecordedProgram").path
    let child = try ChildProcess(
      program, ["many", "8"], input: input, output: folder.file("told").path, errors: "/dev/null")
    let end = ContinuousClock.now + .seconds(120)
    while try !String(contentsOf: folder.file("told"), encoding: .utf8).contains("ready") {
      try #require(ContinuousClock.now < end)
      usleep(10_000)
    }
    return child
  }

  private func live(_ process: pid_t, on terminal: PseudoTerminal) throws -> ChildProcess {
    terminal.resize(columns: 100)
    return try ChildProcess(
      ToolRun.tool, ["live", "--pid", "\(process)", "--every", "50ms"],
      environment: ["TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"],
      folder: folder.path, terminal: terminal, output: terminal.path, errors: terminal.path)
  }

  @Test
  func `The table is drawn again in its place, keys work or are answered, and the terminal is as it was`()
    throws
  {
    let program = try eight()
    let terminal = try #require(PseudoTerminal())
    let modes = { try ToolRun("/bin/stty", ["-F", terminal.path, "-g"]).text }
    // Somebody has to have it open for the modes to last.
    let keeper = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(keeper) }
    let before = try modes()
    let tool = try live(program.pid, on: terminal)
    let first = try #require(terminal.shown(upTo: "? help"))
    #expect(first.contains("RecordedProgram  pid \(program.pid)  NOT RECORDED  first look  8 alive"))
    #expect(
      first.contains("subscriptions that begin and end between two are not counted, nor are values"),
      "\(first)")
    #expect(first.contains("adapted  Made/AtRunTime.swift:7"), "\(first)")
    #expect(terminal.shown(upTo: "\u{1b}[J") != nil, "a further look is drawn in the place of the first")
    terminal.type("s")
    #expect(terminal.shown(upTo: "sorted by +/s") != nil)
    terminal.type("/atruntime\r")
    let filtered = try #require(terminal.shown(upTo: "only atruntime"))
    #expect(filtered.split(separator: "\u{1b}[J").last?.contains("root") == false, "\(filtered)")
    terminal.type("/\u{15}\rg")
    #expect(terminal.shown(upTo: "none") != nil, "by owner: nobody has the handles")
    for (key, answer) in [
      ("m", "nothing is recorded, so a mark has no place"), ("l", "rxtrace leaks --pid \(program.pid)"),
      ("j", "rxtrace snapshot --pid \(program.pid)"),
    ] {
      terminal.type(key)
      #expect(terminal.shown(upTo: answer) != nil, "\(key)")
    }
    terminal.type(" ")
    #expect(terminal.shown(upTo: "PAUSED") != nil)
    terminal.type("q")
    #expect(tool.wait() == 0)
    #expect(try modes() == before)
  }

  @Test func `The view ends with the process, in one line below the table`() throws {
    let program = try eight()
    let terminal = try #require(PseudoTerminal())
    let tool = try live(program.pid, on: terminal)
    _ = try #require(terminal.shown(upTo: "? help"))
    kill(program.pid, SIGKILL)
    // Nobody has waited for it yet.
    let line = "RecordedProgram  pid \(program.pid)  the process ended meanwhile: this was seen until then"
    #expect(terminal.shown(upTo: line) != nil)
    #expect(tool.wait() == 0)
    withExtendedLifetime(program) {}
  }

  @Test func `Looks that take long are further apart, however long they take`() {
    for (asked, cost, interval) in [
      (1000, 0, 1000), (1000, 100, 1000), (1000, 300, 1500), (50, 100, 500),
    ] as [(UInt64, UInt64, UInt64)] {
      #expect(ProcessLooks.interval(asked: asked, cost: cost) == interval)
    }
    #expect(ProcessLooks.interval(asked: 1, cost: .max) == .max)
  }

  @Test func `A process that was replaced, or that has ended, is looked at no more`() throws {
    let program = try eight()
    let (looks, first) = try ProcessLooks.begin(program.pid, for: "live")
    #expect(first.alive.count == 8 && looks.name == "RecordedProgram" && !looks.isOver)
    #expect(try looks.look().alive.count == 8)
    kill(program.pid, SIGKILL)
    #expect(program.wait() == 137)
    #expect(looks.isOver)
    #expect(throws: ProcessLooks.End.processEnded) { try looks.look() }
    let failure = #expect(throws: CommandFailure.self) { try ProcessLooks.begin(program.pid, for: "live") }
    #expect(failure?.message == "there is no process \(program.pid)")
  }
}
