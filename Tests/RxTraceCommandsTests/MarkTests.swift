import Foundation
import Glibc
import Testing
import TraceFixtures
import TraceFormat

/// `rxtrace mark`, and what it refuses.
@Suite struct MarkTests {
  private let folder: TemporaryFolder
  private let writer: WriterOfRecording

  init() throws {
    folder = try TemporaryFolder()
    writer = try WriterOfRecording("app.rxtrace", in: folder, cut: 100)
  }

  private func mark(_ words: String...) throws -> ToolRun {
    try ToolRun(ToolRun.tool, ["mark"] + words, in: folder.path)
  }

  private var marks: String? { try? String(contentsOf: folder.file("app.rxtrace.marks"), encoding: .utf8) }

  @Test("A mark is said with its moment, and neither the recording nor its time of change is touched")
  func marked() throws {
    let path = folder.file("app.rxtrace").path
    let before = try ToolRun("/usr/bin/stat", ["-c", "%i %s %Y %Z %y", path]).text
    let run = try mark("app.rxtrace", "deploy done")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.text.contains(#/^app\.rxtrace  marked at [0-9]+\.[0-9]{3} s  "deploy done"\n$/#))
    #expect(try ToolRun("/usr/bin/stat", ["-c", "%i %s %Y %Z %y", path]).text == before)
    #expect(marks?.hasSuffix(" deploy done\n") == true)
    #expect(try ToolRun("/usr/bin/stat", ["-c", "%a", path + ".marks"]).text == "600\n")
  }

  @Test("Without a file the newest recording of the folder is meant, and one may be named by its process")
  func found() throws {
    let newest = try mark("round")
    #expect(newest.status == 0 && newest.errors.contains("marking app.rxtrace, the newest recording"))
    let process = try mark("--pid", "\(writer.pid)", "round")
    #expect(process.status == 0, "\(process.errors)")
    #expect(try mark("--pid", "\(getpid())", "round").status == 3)
    #expect(marks?.split(separator: "\n").count == 2)
  }

  @Test("A text that a terminal or the file would obey is shown and kept as what it is")
  func hostile() throws {
    let run = try mark("app.rxtrace", "a\n\u{1b}[2J\\")
    #expect(run.status == 0 && run.text.split(separator: "\n").count == 1 && !run.text.contains("\u{1b}"))
    #expect(marks?.hasSuffix(" a\\x0a\\x1b[2J\\\\\n") == true)
  }

  @Test("A text that is too long is cut, with a line that says so")
  func long() throws {
    let run = try mark("app.rxtrace", String(repeating: "x", count: 10_000))
    #expect(run.status == 0 && run.errors == "rxtrace: the text is cut after 4096 bytes\n")
    #expect(run.text.utf8.count < 200)
    #expect(marks.map { $0.utf8.count < 4300 } == true)
  }

  @Test(
    "What cannot be meant is status 64, and nothing is marked",
    arguments: [
      ([], "Say what to write, too"), (["app.rxtrace"], "mark app.rxtrace \"deploy done\""),
      (["app.rxtrace", ""], "The text is empty"), (["app.rxtrace", " \n"], "The text is empty"),
      (["app.rxtrace", "deploy", "done"], "put it in quotes"),
      (["-", "x"], "Standard input cannot be marked"),
      (["-"], "Say what to write"), (["", "x"], "The name of the recording is empty"),
      (["--pid", "0", "x"], "--pid takes the number"), (["--pid", "1", "app.rxtrace", "x"], "not both"),
    ] as [([String], String)])
  func misuse(words: [String], expected: String) throws {
    let run = try ToolRun(ToolRun.tool, ["mark"] + words, in: folder.path)
    #expect(run.status == 64 && run.errors.contains(expected), "\(run.errors)")
    #expect(marks == nil && run.text.isEmpty)
  }

  @Test(
    "A recording that nobody writes is refused in one line",
    arguments: [
      ("ended", "the recording has ended; name a moment of it by its time"), ("gone", "has ended; name"),
      ("elsewhere", "it was written on quotes, or before"), ("header", "its header is damaged"),
      ("text", "is not an rxtrace recording"), ("none", "no such file"), ("folder", "is not a file"),
    ])
  func refused(kind: String, expected: String) throws {
    var header = SampleRecording.header
    header.processID = UInt32(kind == "gone" ? UInt32(Int32.max) : UInt32(writer.pid))
    if kind == "elsewhere" { header.bootID = "another" }
    var bytes = SampleRecording.bytes(header: header)
    if kind != "ended" { bytes.removeLast(100) }
    if kind == "header" { bytes[40] ^= 1 }
    switch kind {
    case "none": break
    case "folder": mkdir(folder.file("x.rxtrace").path, 0o700)
    default: try SampleRecording.write("x.rxtrace", kind == "text" ? Array("text".utf8) : bytes, in: folder)
    }
    let run = try mark("x.rxtrace", "late")
    #expect(run.status == 3 && run.errors.contains(expected), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1 && run.text.isEmpty)
    #expect(access(folder.file("x.rxtrace.marks").path, F_OK) != 0)
  }

  @Test("A number that another process has by now does not pass for the one that wrote the recording")
  func reused() throws {
    try FileManager.default.copyItem(at: folder.file("app.rxtrace"), to: folder.file("copy.rxtrace"))
    let run = try mark("copy.rxtrace", "late")
    #expect(run.status == 3 && run.errors.contains("which wrote it, has ended"), "\(run.errors)")
  }

  @Test(
    "What has the name of the marks and is something else is left as it is",
    arguments: [
      ("mkdir $F", "it is no ordinary file"), ("echo notes > $F", "it holds something else"),
      ("ln -s target $F", "it is a link"), ("mkfifo $F", "it is no ordinary file"),
    ])
  func foreign(deed: String, expected: String) throws {
    let look = "cd '\(folder.path)'; stat -c '%F %s' app.rxtrace.marks; ls"
    _ = try ToolRun("/bin/sh", ["-c", "cd '\(folder.path)'; F=app.rxtrace.marks; \(deed)"])
    let before = try ToolRun("/bin/sh", ["-c", look]).text
    let run = try mark("app.rxtrace", "x")
    #expect(run.status == 4 && run.errors.contains(expected), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(try ToolRun("/bin/sh", ["-c", look]).text == before)
    // The recording is read all the same.
    #expect(try ToolRun.rxtrace("stats", "app.rxtrace", in: folder.path).status == 0)
  }

  @Test("Marks behind a line that was cut begin a new one")
  func cut() throws {
    #expect(try mark("app.rxtrace", "first").status == 0)
    let whole = try #require(marks)
    try String(whole.dropLast(3)).write(
      to: folder.file("app.rxtrace.marks"), atomically: false, encoding: .utf8)
    #expect(try mark("app.rxtrace", "second").status == 0)
    let events = try ToolRun.rxtrace("events", "app.rxtrace", "--kind", "mark", in: folder.path)
    #expect(events.text.contains("\"second\"") && !events.text.contains("fir"))
    let info = try ToolRun.rxtrace("info", "app.rxtrace", in: folder.path)
    #expect(info.text.contains("damage: 1 line of the marks beside it makes no sense"), "\(info.text)")
  }

  @Test("A link to a recording leads to its marks as well")
  func links() throws {
    #expect(symlink("app.rxtrace", folder.file("link.rxtrace").path) == 0)
    #expect(try mark("link.rxtrace", "by link").status == 0)
    #expect(marks?.hasSuffix(" by link\n") == true)
    for name in ["link.rxtrace", "app.rxtrace"] {
      let events = try ToolRun.rxtrace("events", name, "--kind", "mark", in: folder.path)
      #expect(events.text.contains("\"by link\""))
    }
  }

  @Test(
    "m in a live view asks for a text and marks; an escape does not, and what has ended has nothing to mark")
  func live() throws {
    func view(_ name: String, _ body: (PseudoTerminal) throws -> Void) throws {
      let terminal = try #require(PseudoTerminal())
      terminal.resize(columns: 90)
      let tool = try ChildProcess(
        ToolRun.tool, ["live", name, "--every", "200ms"],
        environment: ["TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"],
        folder: folder.path, terminal: terminal, output: terminal.path, errors: terminal.path)
      _ = try #require(terminal.shown(upTo: "? help"))
      try body(terminal)
      terminal.type("q")
      #expect(tool.wait() == 0)
    }
    try view("app.rxtrace") { terminal in
      terminal.type("mno")
      _ = try #require(terminal.shown(upTo: "mark: no   enter: mark now"))
      terminal.type("\u{1b}")
      _ = try #require(terminal.shown(upTo: "? help"))
      terminal.type("mdeploy")
      _ = try #require(terminal.shown(upTo: "mark: deploy"))
      terminal.type(" done\r")
      _ = try #require(terminal.shown(upTo: ": \"deploy done\""))
    }
    #expect(marks?.hasSuffix(" deploy done\n") == true && marks?.split(separator: "\n").count == 1)
    try SampleRecording.write("over.rxtrace", in: folder)
    try view("over.rxtrace") { terminal in
      terminal.type("m")
      _ = try #require(terminal.shown(upTo: "nothing to mark: the recording has ended"))
    }
  }
}
