import Foundation
import Testing
import TraceFixtures

@testable import RxTraceCommands

/// What is set in files, and the pager.
@Suite struct ConfigurationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try SampleRecording.write(in: folder)
    try FileManager.default.createDirectory(
      at: folder.file("home/rxtrace"), withIntermediateDirectories: true)
  }

  private func rxtrace(_ arguments: String...) throws -> ToolRun {
    try ToolRun(
      ToolRun.tool, arguments, environment: ["XDG_CONFIG_HOME": folder.file("home").path], in: folder.path)
  }

  private func set(_ text: String, in name: String = ".rxtrace.toml") throws {
    try Data(text.utf8).write(to: folder.file(name))
  }

  @Test func `What is set counts as if it were typed, and what is typed counts more`() throws {
    let plain = try rxtrace("leaks", "feedd.rxtrace", "--charset", "ascii", "--width", "60")
    try set("charset = 'ascii'  # always\r\nwidth = 60\r\n")
    #expect(try rxtrace("leaks", "feedd.rxtrace").output == plain.output, "lines that end as on Windows")
    try set("charset = 'ascii'  # always\nwidth = 60\n[render]\ncharset = \"utf8\"\n")
    #expect(try rxtrace("leaks", "feedd.rxtrace").output == plain.output)
    #expect(try rxtrace("leaks", "feedd.rxtrace", "--charset=utf8").output != plain.output)
    #expect(try rxtrace("render", "feedd.rxtrace").text.contains("└"))
    // An option with two names is one option.
    try set("source-root = 'nowhere'\n")
    #expect(try rxtrace("check", "feedd.rxtrace").status == 3)
    #expect(try rxtrace("check", "feedd.rxtrace", "--source", ".").status == 1)
    // What has no such option goes without.
    #expect(try rxtrace("export", "feedd.rxtrace", "--to", "csv").status == 0)
  }

  @Test func `What is set for recordings does not keep leaks from a process`() throws {
    try set("width = 60\nsettle = '2s'\n[leaks]\nbaseline = 'rx.baseline'\nfull = true\nformat = 'json'\n")
    for option in ["--pid", "-p"] {
      let run = try rxtrace("leaks", option, "4194305")
      #expect(run.status == 3 && run.errors == "rxtrace: there is no process 4194305\n", "\(run.errors)")
    }
  }

  @Test func `The folder's file counts more than the user's, and a flag can be set both ways`() throws {
    try set("width = 60\ndedupe = false\n[leaks]\nfull = true\n", in: "home/rxtrace/config.toml")
    let mine = try rxtrace("render", "feedd.rxtrace")
    #expect(try mine.output == rxtrace("render", "feedd.rxtrace", "--width", "60", "--no-dedupe").output)
    try set("width = 160\n")
    let ours = try rxtrace("render", "feedd.rxtrace")
    #expect(ours.output != mine.output)
    #expect(try ours.output == rxtrace("render", "feedd.rxtrace", "--width", "160", "--no-dedupe").output)
    let printed = try rxtrace("--print-config").text
    #expect(
      printed.contains("config.toml\nwidth = \"60\"\ndedupe = false\n[leaks]\nfull = true\n"), "\(printed)")
    #expect(printed.contains("# .rxtrace.toml\nwidth = \"160\"\n"))
  }

  @Test(
    arguments: [
      ("setle = \"2s\"", "line 1: setle cannot be set; did you mean settle?"),
      ("\n[leeks]\nall = true", "line 3: there is no command leeks"),
      ("width", "line 1: a setting is written"), ("[leaks", "line 1: a section is written [leaks]"),
      ("width = soon", "line 1: the value of width"), ("color = \"a", "line 1: the value of color"),
      ("output = \"/etc/passwd\"", "line 1: output cannot be set"),
      ("[export]\nwidth = 60", "line 2: export has no option --width"),
      ("width = 5", "--width takes a number"),
    ])
  func `What cannot be meant is status 64, with the line`(text: String, words: String) throws {
    try set(text)
    let run = try rxtrace("leaks", "feedd.rxtrace")
    #expect(run.status == 64)
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(try rxtrace("leaks", "--help").status == 0)
  }

  @Test func `Every key that may be set is an option of a command`() {
    let options = RxTrace.verbs.map { Configuration.options(of: $0) }
    for key in Configuration.keys { #expect(options.contains { $0.contains(key) }, "\(key)") }
  }

  @Test func `On a terminal a pager shows the answer, and without one there is none`() throws {
    func shown(_ options: [String], pager: String, upTo end: String) throws -> String? {
      let terminal = try #require(PseudoTerminal())
      terminal.resize(columns: 100)
      let tool = try ChildProcess(
        ToolRun.tool, ["stats", "feedd.rxtrace"] + options,
        environment: ["TERM": "xterm", "PAGER": pager], folder: folder.path, terminal: terminal,
        output: terminal.path, errors: terminal.path)
      let text = terminal.shown(upTo: end)
      #expect(tool.wait() == 0)
      return text
    }
    let paged = try shown([], pager: "sed 's/^/P:/'; echo over", upTo: "over")
    #expect(paged?.contains("P:feedd") == true || paged?.contains("feedd") == true)
    #expect(paged?.contains("P:") == true)
    for (options, pager) in [(["--no-pager"], "sed 's/^/P:/'"), ([], "cat"), ([], "")] {
      let plain = try shown(options, pager: pager, upTo: "retried")
      #expect(plain?.contains("P:") == false)
    }
    // Who leaves the pager early is done.
    #expect(try shown([], pager: "head -n 1; echo over", upTo: "over")?.contains("over") == true)
  }
}
