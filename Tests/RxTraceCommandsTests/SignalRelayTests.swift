import Foundation
import Glibc
import Testing
import TraceFixtures

/// Who gets which signal while a program is recorded.
@Suite struct SignalRelayTests {
  private let folder: TemporaryFolder
  private let count: String

  /// A program that writes a line to `signals` for each signal, and ends with 7 once it got USR1.
  init() throws {
    folder = try TemporaryFolder()
    count = try folder.program(
      "count",
      """
      #!/bin/bash
      for signal in HUP INT QUIT TERM USR2; do trap "echo $signal >> signals" $signal; done
      trap 'exit 7' USR1
      echo $$ > pid.new; mv pid.new pid
      while :; do sleep 0.01; done
      """)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
  func `A signal sent to the tool alone reaches the program once`(signal: Int32) throws {
    let (tool, target) = try start()
    kill(tool.pid, signal)
    let names = [SIGTERM: "TERM", SIGINT: "INT", SIGHUP: "HUP", SIGQUIT: "QUIT"]
    try waitFor { signals() == names[signal].map { [$0] } }
    kill(target, SIGUSR1)
    #expect(tool.wait() == 7)
    #expect(signals() == names[signal].map { [$0] })
  }

  @Test func `The tool lives until the program ends, however often it is told to end`() throws {
    let (tool, target) = try start()
    for round in 1...3 {
      kill(tool.pid, SIGTERM)
      try waitFor { signals().count == round }
    }
    #expect(kill(tool.pid, 0) == 0)
    kill(target, SIGUSR1)
    #expect(tool.wait() == 7)
  }

  @Test func `A program that signals its whole group is not signalled a second time`() throws {
    let script = try folder.program(
      "group",
      """
      #!/bin/bash
      trap 'echo TERM >> signals' TERM
      kill 0
      kill -CONT $PPID
      sleep 0.2
      exit 4
      """)
    #expect(try launch(script).wait() == 4)
    #expect(signals() == ["TERM"])
  }

  @Test func `Ctrl-C reaches the program once, from the terminal; the tool waits for it`() throws {
    let terminal = try #require(PseudoTerminal())
    let (tool, target) = try start(on: terminal)
    terminal.type("\u{3}")
    try waitFor { signals() == ["INT"] }
    terminal.type("\u{1c}")
    try waitFor { signals() == ["INT", "QUIT"] }
    kill(target, SIGUSR1)
    #expect(tool.wait() == 7)
    #expect(signals() == ["INT", "QUIT"])
  }

  @Test
  func
    `A program that Ctrl-C ends takes the tool with it by the same signal, so that a script stops as well`()
    throws
  {
    let terminal = try #require(PseudoTerminal())
    let script = try folder.program(
      "loop",
      "\(ToolRun.tool) record -q -- sh -c 'echo $$ > pid.new; mv pid.new pid; sleep 600'\necho went on\n")
    let output = folder.file("output").path
    let shell = try ChildProcess(
      "/bin/bash", [script], folder: folder.path, terminal: terminal, output: output,
      errors: folder.file("errors").path)
    try waitFor { FileManager.default.fileExists(atPath: folder.file("pid").path) }
    terminal.type("\u{3}")
    #expect(shell.wait() == 130)
    #expect(try String(contentsOfFile: output, encoding: .utf8).isEmpty)
  }

  @Test func `When the terminal goes the program is told, though the tool leads the session`() throws {
    let terminal = try #require(PseudoTerminal())
    let (tool, target) = try start(on: terminal)
    terminal.hangUp()
    try waitFor { signals().contains("HUP") }
    kill(target, SIGUSR1)
    #expect(tool.wait() == 7)
  }

  @Test func `Signals that were ignored for the tool stay ignored for the program, as under nohup`() throws {
    let run = try ToolRun.shell(
      #"trap '' HUP USR2; "$RXTRACE_BIN" record -q -- grep SigIgn /proc/self/status"#)
    let mask = try #require(run.text.split(separator: "\t").last.flatMap { UInt64($0.dropLast(), radix: 16) })
    #expect(mask & (1 << UInt64(SIGHUP - 1)) != 0)
    #expect(mask & (1 << UInt64(SIGUSR2 - 1)) != 0)
    #expect(mask & (1 << UInt64(SIGTERM - 1)) == 0)
    #expect(mask & (1 << UInt64(SIGPIPE - 1)) == 0)
  }

  @Test func `No signal is held back from the program`() throws {
    let run = try ToolRun.rxtrace("record", "-q", "--", "grep", "SigBlk", "/proc/self/status")
    #expect(run.text == "SigBlk:\t0000000000000000\n")
  }

  private func launch(_ program: String, on terminal: PseudoTerminal? = nil) throws -> ChildProcess {
    try ChildProcess(
      ToolRun.tool, ["record", "-q", "--", program], folder: folder.path, terminal: terminal,
      output: folder.file("output").path, errors: folder.file("errors").path)
  }

  /// The tool with `count` running under it, and that program's number.
  private func start(on terminal: PseudoTerminal? = nil) throws -> (tool: ChildProcess, target: pid_t) {
    let tool = try launch(count, on: terminal)
    let file = folder.file("pid").path
    try waitFor { FileManager.default.fileExists(atPath: file) }
    let text = try String(contentsOfFile: file, encoding: .utf8)
    return (tool, try #require(pid_t(text.dropLast())))
  }

  private func signals() -> [String] {
    let text = (try? String(contentsOfFile: folder.file("signals").path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// Gives up after half a minute, which no machine needs.
  private func waitFor(_ condition: () throws -> Bool) throws {
    for _ in 0..<3000 where try !condition() { usleep(10_000) }
    #expect(try condition())
  }
}
