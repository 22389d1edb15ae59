import Foundation
import Glibc
import Testing
import TraceFixtures
import TraceFormat

/// What is alive while a program runs.
@Suite struct LiveTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try SampleRecording.write(in: folder)
  }

  /// A program that leaves a recording where it is told to, and does `deed`.
  private func program(_ deed: String) throws -> String {
    try folder.program("app", "#!/bin/sh\nF=\"${RXTRACE#file:}\"\necho its own\n\(deed)\n")
  }

  @Test func `Where there is no terminal, a recording that has ended is one line`() throws {
    let run = try ToolRun.rxtrace("live", "feedd.rxtrace", in: folder.path)
    #expect(run.status == 0)
    #expect(run.text == "up 11.8 s  425 events (36/s)  22 alive  0 lost  2 leaks, 11 subscriptions\n")
  }

  @Test func `The view has the name that people know from elsewhere as well`() throws {
    let run = try ToolRun.rxtrace("top", "feedd.rxtrace", "--op", "flatMap", in: folder.path)
    #expect(run.status == 0 && run.text.contains("  3 alive  "), "\(run.errors)")
    #expect(try ToolRun.rxtrace("top", "--", "true").status == 0)
    #expect(try ToolRun.rxtrace("help", "top").text == ToolRun.rxtrace("help", "live").text)
    #expect(try ToolRun.rxtrace("--help").text.contains("live, top"))
    let misuse = try ToolRun.rxtrace("top", "--", in: folder.path)
    #expect(misuse.status == 64 && misuse.errors.contains("rxtrace live -- ./app"), "\(misuse.errors)")
  }

  @Test func `A recording is played again, up to its end`() throws {
    let run = try ToolRun.rxtrace(
      "live", "feedd.rxtrace", "--speed", "100", "--every", "50ms", in: folder.path)
    let lines = run.text.split(separator: "\n")
    #expect(lines.map { $0.prefix(9) } == ["up 5.0 s ", "up 10.0 s", "up 11.8 s"])
    #expect(lines.last?.contains("425 events") == true)
    #expect(lines.first?.contains("LEAK") == false && lines.first?.contains("425 events") == false)
  }

  @Test func `A filter holds, and what cannot be meant is status 64`() throws {
    let run = try ToolRun.rxtrace("live", "feedd.rxtrace", "--op", "flatMap", in: folder.path)
    #expect(run.text.contains("  3 alive  "))
    for words in [
      ["live", "feedd.rxtrace", "--every", "1ms"], ["live", "feedd.rxtrace", "--", "true"],
      ["live", "--pid", "0"], ["live", "feedd.rxtrace", "--pid", "1"], ["live", "-", "--every", "0s"],
      ["live", "feedd.rxtrace", "--speed", "0"], ["live", "--speed", "2", "--", "true"],
    ] {
      #expect(try ToolRun(ToolRun.tool, words, in: folder.path).status == 64, "\(words)")
    }
  }

  @Test(
    arguments: [
      ("cp feedd.rxtrace \"$F\"; exit 3", Int32(3)), ("cp feedd.rxtrace \"$F\"", 0), ("kill -9 $$", 137),
    ])
  func `A program is run and recorded; its output and status are its own, and its leaks are told at the end`(
    deed: String, status: Int32
  ) throws {
    let program = try program(deed)
    _ = try ToolRun("/bin/mkdir", ["tmp"], in: folder.path)
    let run = try ToolRun.rxtrace(
      "live", "--", program, environment: ["TMPDIR": folder.file("tmp").path], in: folder.path)
    #expect(run.status == status, "\(run.errors)")
    #expect(run.text == "its own\n")
    #expect(run.errors.contains("LEAK A  certain") == deed.hasPrefix("cp"), "\(run.errors)")
    #expect(run.errors.contains("nothing was recorded") != deed.hasPrefix("cp"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("tmp").path).isEmpty)
  }

  @Test func `On a terminal the table is drawn again in its place, and the program's output comes after it`()
    throws
  {
    let terminal = try #require(PseudoTerminal())
    terminal.resize(columns: 90)
    let modes = { try ToolRun("/bin/stty", ["-F", terminal.path, "-g"]).text }
    // Somebody has to have it open for the modes to last.
    let keeper = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(keeper) }
    let before = try modes()
    let program = try program(
      "cp feedd.rxtrace \"$F\"; read word; echo \"heard $word\"; while [ ! -e go ]; do sleep 0.05; done")
    let tool = try ChildProcess(
      ToolRun.tool, ["live", "--every", "50ms", "--", program],
      environment: ["TERM": "xterm", "LC_ALL": "C.UTF-8"], folder: folder.path, terminal: terminal,
      output: terminal.path, errors: terminal.path)
    // Drawn twice at least: the second time above where the first ended.
    let first = try #require(terminal.shown(upTo: "\u{1b}[J"))
    #expect(first.contains("ALIVE"))
    #expect(first.contains("interval(250ms)"))
    #expect(first.contains("✗ B  likely"))
    #expect(!first.contains("its own"))
    // The program reads the keys, and the table does not show them.
    terminal.type("typed\r")
    #expect(try #require(terminal.shown(upTo: "\u{1b}[J")).contains("typed") == false)
    try Data().write(to: folder.file("go"))
    let rest = try #require(terminal.shown(upTo: "Usual fix: move it below"))
    #expect(rest.matches(of: #/typed/#).count == 1 && rest.contains("heard typed"))
    #expect(rest.contains("its own"))
    #expect(rest.contains("LEAK A"))
    #expect(tool.wait() == 0)
    #expect(try modes() == before)
  }

  @Test
  func `Of a long recording something is shown before all of it is read, and keys are answered meanwhile`()
    throws
  {
    var script = TraceScript()
    // It is read in slices of some seconds: a week has very many.
    for number in 0..<200 { script.subscribe("never", "main.swift:1", at: Double(number) * 3000) }
    try SampleRecording.write("long.rxtrace", SampleRecording.bytes(script.trace), in: folder)
    let terminal = try #require(PseudoTerminal())
    terminal.resize(columns: 100)
    let tool = try ChildProcess(
      ToolRun.tool, ["live", "long.rxtrace"],
      environment: ["TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"],
      folder: folder.path, terminal: terminal, output: terminal.path, errors: terminal.path)
    let first = try #require(terminal.shown(upTo: "s behind)"))
    #expect(first.contains("READING (") && first.contains("main.swift:1"), "\(first)")
    terminal.type("q")
    #expect(terminal.shown(upTo: "ENDED") == nil)
    #expect(tool.wait() == 0)
  }

  @Test func `Keys group, open a row, stand still, and lead back in what is played again`() throws {
    let terminal = try #require(PseudoTerminal())
    terminal.resize(columns: 100)
    let tool = try ChildProcess(
      ToolRun.tool, ["live", "feedd.rxtrace", "--speed", "0.001", "--every", "50ms"],
      environment: ["TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"],
      folder: folder.path, terminal: terminal, output: terminal.path, errors: terminal.path)
    // Ten steps of a twentieth each, in the middle of what would take hours.
    terminal.type(" " + String(repeating: "\u{1b}[C", count: 12))
    #expect(terminal.shown(upTo: "up 7.") != nil)
    terminal.type("g")
    #expect(terminal.shown(upTo: "PAUSED") != nil)
    terminal.type("ggg/Ticker\rj\r")
    let details = try #require(terminal.shown(upTo: "rxtrace show feedd.rxtrace"))
    #expect(details.contains("made, ") && details.contains("THREAD"))
    terminal.type("\u{1b}[D\u{1b}[D\u{1b}[D\u{1b}[D\u{1b}[D\u{1b}[D\u{1b}[D\u{1b}[D")
    #expect(terminal.shown(upTo: "up 2.") != nil)
    terminal.type("q")
    #expect(tool.wait() == 0)
  }

  @Test func `Keys filter and show the leaks, and the terminal is as it was after the end, also by a signal`()
    throws
  {
    for ending in ["q", "signal"] {
      let terminal = try #require(PseudoTerminal())
      terminal.resize(columns: 90)
      let modes = { try ToolRun("/bin/stty", ["-F", terminal.path, "-g"]).text }
      // Somebody has to have it open for the modes to last.
      let keeper = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
      defer { close(keeper) }
      let before = try modes()
      let tool = try ChildProcess(
        ToolRun.tool, ["live", "feedd.rxtrace"],
        environment: ["TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"],
        folder: folder.path, terminal: terminal, output: terminal.path, errors: terminal.path)
      _ = try #require(terminal.shown(upTo: "? help"))
      #expect(try modes() != before)
      terminal.type("/Ticker\r")
      #expect(try #require(terminal.shown(upTo: "only Ticker")).contains("Ticker.swift:18"))
      terminal.type("l")
      #expect(try #require(terminal.shown(upTo: "? help")).contains("LEAK A  certain"))
      if ending == "q" { terminal.type("q") } else { kill(tool.pid, SIGTERM) }
      #expect(tool.wait() == (ending == "q" ? 0 : 143))
      #expect(try modes() == before)
    }
  }

  @Test
  func `A process is found by what it writes, and one without recording and table gets a line that says so`()
    throws
  {
    let sleeper = try ChildProcess("/bin/sleep", ["1000"], output: "/dev/null", errors: "/dev/null")
    let none = try ToolRun.rxtrace("live", "--pid", "\(sleeper.pid)")
    #expect(none.status == 3)
    #expect(
      none.errors.contains("has no table of living subscriptions")
        || none.errors.contains("root may: sudo rxtrace live --pid"), "\(none.errors)")
    let writer = try WriterOfRecording("mine.rxtrace", in: folder)
    let found = try ToolRun.rxtrace("live", "--pid", "\(writer.pid)")
    #expect(found.status == 0, "\(found.errors)")
    #expect(found.text.contains("425 events"))
  }
}
