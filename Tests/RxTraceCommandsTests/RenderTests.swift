import Foundation
import Testing
import TraceFixtures
import TraceFormat

@Suite struct RenderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try SampleRecording.write(in: folder)
  }

  private func render(_ options: String...) throws -> ToolRun {
    try ToolRun(ToolRun.tool, ["render", "feedd.rxtrace"] + options, in: folder.path)
  }

  @Test func `The tree is what is drawn unasked, with what leaked and what to type next`() throws {
    let run = try render()
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.text.hasPrefix("feedd  pid 4711"))
    #expect(run.text.contains("SUBSCRIPTION"))
    #expect(run.text.contains("rxtrace leaks feedd.rxtrace"))
  }

  @Test func `A path that a shell would take apart is given back in quotes`() throws {
    try SampleRecording.write("my feedd.rxtrace", in: folder)
    let run = try ToolRun.rxtrace("render", "my feedd.rxtrace", in: folder.path)
    #expect(run.text.contains("rxtrace leaks 'my feedd.rxtrace'"))
  }

  @Test func `Plain is a row a subscription, for the tree and for lives over time, and never in colour`()
    throws
  {
    for view in ["tree", "timeline"] {
      let run = try render("--plain", "--view", view, "--color", "always")
      #expect(run.text.matches(of: #/(?m)^.{0,9}#\d+ /#).count == 40, "\(run.text)")
      #expect(!run.output.contains(0x1b) && !run.text.contains("(+") && !run.text.contains("×"))
    }
    #expect(try render("--plain", "--max", "5").text.matches(of: #/ #\d+ /#).count == 5)
    #expect(try render("--plain", "--format", "html").status == 64)
  }

  @Test func `A logarithmic timeline has a tick at each decade`() throws {
    let run = try render("--view", "timeline", "--scale", "log", "--width", "100", "--charset", "ascii")
    #expect(run.status == 0 && run.text.contains("logarithmic, from 10 ms\n"), "\(run.text)")
    #expect(run.text.contains(#/\n +0 +0\.1 +1 +10s\n/#))
    let dot = try render("--view", "timeline", "--scale", "log", "--format", "dot")
    #expect(dot.text.contains("logarithmic, from 10 ms"))
    #expect(try render("--scale", "log").status == 64)
  }

  @Test func `The columns of a timeline are as long as asked, as far as they fit`() throws {
    let whole = try render("--view", "timeline", "--unit", "500ms", "--width", "100")
    #expect(whole.status == 0 && whole.text.contains("one column = 500 ms\n"), "\(whole.text)")
    let cut = try render("--view", "timeline", "--unit", "100ms", "--width", "100", "--from", "2s")
    #expect(cut.text.contains("one column = 100 ms, more with --from or --width\n"), "\(cut.text)")
    #expect(cut.text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    let none = try render("--view", "timeline", "--unit", "1ns", "--site", "Session.swift")
    #expect(
      none.text.contains("in this part.\none column = 1 ns, more with --from or --width\n"), "\(none.text)")
    let dot = try render("--view", "timeline", "--unit", "1s", "--format", "dot")
    #expect(dot.text.contains("one column = 1 s"))
    for words in [
      ["--unit", "1s"], ["--view", "timeline", "--unit", "0"], ["--view", "timeline", "--unit", "x"],
    ] {
      #expect(try ToolRun(ToolRun.tool, ["render", "feedd.rxtrace"] + words, in: folder.path).status == 64)
    }
    #expect(try render("--view", "timeline", "--unit", "1s", "--scale", "log").status == 64)
  }

  @Test(arguments: ["dot", "mermaid"])
  func `A frame is around each tree, or around those of a file or an owner`(format: String) throws {
    func frames(_ cluster: String) throws -> [String] {
      let text = try render("--format", format, "--cluster", cluster, "--all").text
      return text.split(separator: "\n").map(String.init).filter {
        $0.contains("subgraph ") && !$0.contains("legend")
      }
    }
    let (trees, files) = (try frames("root"), try frames("file"))
    #expect(files.count == 4 && files != trees, "\(files)")
    #expect(try frames("none").isEmpty)
    #expect(try !frames("owner").isEmpty)
    let nodes = try ["root", "file", "owner", "none"].map { cluster in
      try render("--format", format, "--cluster", cluster, "--all").text.matches(of: #/\n +s\d+[ \[(]/#).count
    }
    #expect(Set(nodes).count == 1, "\(nodes)")
  }

  @Test func `Options reach the tree`() throws {
    let plain = try render().text
    func rows(_ options: String...) throws -> Int {
      try ToolRun(ToolRun.tool, ["render", "feedd.rxtrace"] + options, in: folder.path)
        .text.matches(of: #/ #\d+ /#).count
    }
    let usual = plain.matches(of: #/ #\d+ /#).count
    #expect(try rows("--all") > usual)
    #expect(try rows("--no-dedupe") > usual)
    #expect(try rows("--expand", "#10") > usual)
    #expect(try rows("--depth", "1") < usual)
    #expect(try rows("--max", "3") < usual)
    #expect(try rows("--root", "Cache.swift:95") < usual)
    #expect(try render("--sort", "life").text != plain)
    #expect(try render("--min-confidence", "certain").text.contains("(1 group A)"))
  }

  @Test func `The timeline draws marbles, of the part that is asked for`() throws {
    let whole = try render("--view", "timeline").text
    #expect(whole.contains("^ subscribed  o one value"))
    let part = try render("--view", "timeline", "--from", "-2s").text
    #expect(part.contains("^ subscribed  o one value"))
    #expect(part != whole)
    let marks = try render("--view", "timeline", "--from", "open", "--to", "after close").text
    #expect(try marks == render("--view", "timeline", "--from", "450ms", "--to", "5.5").text)
    #expect(try render("--view", "timeline", "--leaks").text.contains("LEAK A"))
    #expect(try render("--view", "timeline", "--all").text.count > whole.count)
  }

  @Test(arguments: ["tree", "timeline"])
  func `Graphviz draws both graphs`(view: String) throws {
    let run = try render("--view", view, "--format", "dot", "-o", "graph.dot")
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    let drawn = try ToolRun("/usr/bin/env", ["dot", "-Tsvg", "graph.dot"], in: folder.path)
    try #require(drawn.status != 127, "the package graphviz has dot")
    #expect(drawn.status == 0)
    #expect(drawn.errors.isEmpty)
    #expect(drawn.text.contains("Session.swift:4"))
  }

  @Test func `A stable graph is the same for a run at another time in another process`() throws {
    var header = SampleRecording.header
    header.processID = 99
    header.startedWallClock += 1_000_000_000_000
    let folder = try TemporaryFolder()
    try SampleRecording.write("feedd.rxtrace", SampleRecording.bytes(header: header), in: folder)
    let again = try ToolRun.rxtrace(
      "render", "feedd.rxtrace", "--format", "dot", "--stable", in: folder.path)
    #expect(try again.output == render("--format", "dot", "--stable").output)
    #expect(again.text.hasPrefix("digraph"))
  }

  @Test func `Colour repeats what is there without it`() throws {
    let colored = try render("--color", "always")
    #expect(colored.text.contains("\u{1b}[31m"))
    #expect(try colored.text.replacing(#/\u{1b}\[[0-9]*m/#, with: "") == render("--color", "never").text)
  }

  @Test func `Call sites are links in graphs, and on no pipe`() throws {
    let template = "vscode://file/src/{file}:{line}"
    #expect(
      try render("--format", "dot", "--link-format", template).text
        .contains("vscode://file/src/Session.swift:47"))
    #expect(try render("--link-format", template).output == render().output)
  }

  @Test func `The environment decides on colour and characters where no option does`() throws {
    func run(_ environment: [String: String], _ options: String...) throws -> ToolRun {
      let plain = ["LC_ALL": "", "LANG": "", "NO_COLOR": "", "FORCE_COLOR": "", "CLICOLOR_FORCE": ""]
      return try ToolRun(
        ToolRun.tool, ["render", "feedd.rxtrace"] + options,
        environment: plain.merging(environment) { $1 }, in: folder.path)
    }
    #expect(try run([:]).output.allSatisfy { $0 < 0x80 && $0 != 0x1b })
    #expect(try run(["LANG": "C.UTF-8"]).text.contains("✗"))
    #expect(try run(["LANG": "C.UTF-8", "LC_ALL": "C"]).output.allSatisfy { $0 < 0x80 })
    #expect(try run(["FORCE_COLOR": "1"]).text.contains("\u{1b}[31m"))
    #expect(try !run(["FORCE_COLOR": "1", "NO_COLOR": "1"]).text.contains("\u{1b}"))
  }

  @Test func `On a terminal the drawing has its colours and width`() throws {
    let terminal = try #require(PseudoTerminal())
    terminal.resize(columns: 64)
    let child = try ChildProcess(
      "/bin/sh",
      ["-c", #"exec "$0" render feedd.rxtrace --link-format vscode:{line} > /dev/tty"#, ToolRun.tool],
      environment: ["TERM": "xterm", "NO_COLOR": "", "LC_ALL": "C.UTF-8", "PAGER": "cat"],
      folder: folder.path,
      terminal: terminal, output: "/dev/null", errors: folder.file("errors").path)
    let shown = try #require(terminal.shown(upTo: "rxtrace leaks feedd.rxtrace"))
    #expect(child.wait() == 0)
    #expect(shown.contains("\u{1b}[31m"))
    #expect(shown.contains("\u{1b}]8;;vscode:47\u{1b}\\"))
    let plain = shown.replacing(#/\u{1b}(\[[0-9]*m|\]8;;[^\u{1b}]*\u{1b}\\)/#, with: "")
    // A terminal's line ends are two characters that count as one.
    let lines = String(plain.unicodeScalars.filter { $0 != "\r" }).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 64 })
    #expect(lines.contains { $0.count > 40 })
  }

  @Test(
    arguments: [
      (["--leaks"], "add --view timeline"),
      (["--stable"], "add --format dot"), (["--view", "graph"], "graph"),
      (["--depth", "0"], "--depth takes"),
      (["--max", "none"], "--max"), (["--expand", "0"], "--expand"), (["--root", ""], "--root takes"),
      (["--view", "timeline", "--from", "clsoe"], "its marks are open, 'after close'"),
      (["--view", "timeline", "--from", "5", "--to", "4"], "--from is not before --to"),
    ] as [([String], String)])
  func `Options that make no sense are status 64`(options: [String], words: String) throws {
    let run = try ToolRun(ToolRun.tool, ["render", "feedd.rxtrace"] + options, in: folder.path)
    #expect(run.status == 64)
    #expect(run.errors.contains(words))
    #expect(run.output.isEmpty)
  }
}
