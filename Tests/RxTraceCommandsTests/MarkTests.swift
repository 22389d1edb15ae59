import Foundation
import Glibc
import Testing
import TraceFixtures
import TraceFormat

@testable import RxTraceCommands

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

  @Test func `A mark is said with its moment, and neither the recording nor its time of change is touched`()
    throws
  {
    let path = folder.file("app.rxtrace").path
    let before = try ToolRun("/usr/bin/stat", ["-c", "%i %s %Y %Z %y", path]).text
    let run = try mark("app.rxtrace", "deploy done")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.text.contains(#/^app\.rxtrace  marked at [0-9]+\.[0-9]{3} s  "deploy done"\n$/#))
    #expect(try ToolRun("/usr/bin/stat", ["-c", "%i %s %Y %Z %y", path]).text == before)
    #expect(marks?.hasSuffix(" deploy done\n") == true)
    #expect(try ToolRun("/usr/bin/stat", ["-c", "%a", path + ".marks"]).text == "600\n")
  }

  @Test
  func `Without a file the newest recording of the folder is meant, and one may be named by its process`()
    throws
  {
    let newest = try mark("round")
    #expect(newest.status == 0 && newest.errors.contains("marking app.rxtrace, the newest recording"))
    let process = try mark("--pid", "\(writer.pid)", "round")
    #expect(process.status == 0, "\(process.errors)")
    // Not the tests' own process: others of them may be recording it.
    let silent = try Process.run(URL(filePath: "/bin/sleep"), arguments: ["60"])
    defer { silent.terminate() }
    let refused = try mark("--pid", "\(silent.processIdentifier)", "round")
    let pid = silent.processIdentifier
    let line =
      "rxtrace: process \(pid) records nothing, so a mark has no place; start it with RXTRACE=FILE, "
      + "or judge it without a recording: rxtrace leaks --pid \(pid)\n"
    #expect(refused.status == 3 && refused.errors == line && refused.text.isEmpty, "\(refused.errors)")
    let nobody = try mark("--pid", "4194305", "round")
    #expect(nobody.status == 3 && nobody.errors == "rxtrace: there is no process 4194305\n")
    #expect(marks?.split(separator: "\n").count == 2)
  }

  @Test func `A text that a terminal or the file would obey is shown and kept as what it is`() throws {
    let run = try mark("app.rxtrace", "a\n\u{1b}[2J\\")
    #expect(run.status == 0 && run.text.split(separator: "\n").count == 1 && !run.text.contains("\u{1b}"))
    #expect(marks?.hasSuffix(" a\\x0a\\x1b[2J\\\\\n") == true)
  }

  @Test func `A text that is too long is cut, with a line that says so`() throws {
    let run = try mark("app.rxtrace", String(repeating: "x", count: 10_000))
    #expect(run.status == 0 && run.errors == "rxtrace: the text is cut after 4096 bytes\n")
    #expect(run.text.utf8.count < 200)
    #expect(marks.map { $0.utf8.count < 4300 } == true)
  }

  @Test(
    arguments: [
      ([], "Name the text of the mark, too"), (["app.rxtrace"], "mark app.rxtrace \"deploy done\""),
      (["app.rxtrace", ""], "The text is empty"), (["app.rxtrace", " \n"], "The text is empty"),
      (["app.rxtrace", "deploy", "done"], "put it in quotes"),
      (["-", "x"], "Standard input cannot be marked"),
      (["-"], "Name the text of the mark"), (["", "x"], "The name of the recording is empty"),
      (["app.rxtrace", "x", "--at", "noon"], "'noon' is no moment; type it as 5s"),
      (["app.rxtrace", "x", "--at", "24:00"], "is no moment"),
      (["app.rxtrace", "x", "--at", ""], "is no moment"),
      (["--pid", "0", "x"], "--pid takes the number"), (["--pid", "1", "app.rxtrace", "x"], "not both"),
    ] as [([String], String)])
  func `What cannot be meant is status 64, and nothing is marked`(words: [String], expected: String) throws {
    let run = try ToolRun(ToolRun.tool, ["mark"] + words, in: folder.path)
    #expect(run.status == 64 && run.errors.contains(expected), "\(run.errors)")
    #expect(marks == nil && run.text.isEmpty)
  }

  @Test(
    arguments: [
      ("ended", "the recording has ended; name a moment of it by its time"), ("gone", "has ended; name"),
      ("elsewhere", "it was written on quotes, or before"), ("header", "its header is damaged"),
      ("text", "is not an rxtrace recording"), ("none", "no such file"), ("folder", "is not a file"),
    ])
  func `A recording that nobody writes is refused in one line`(kind: String, expected: String) throws {
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

  @Test(
    arguments: [
      ("5s", "5.000"), ("+1.5s", "1.500"), ("0", "0.000"), ("-753ms", "11.000"), ("7:34:14.25Z", "2.250"),
      ("11.753s", "11.753"),
    ])
  func `A moment that has passed is marked where the program has ended, and lies where it is said to`(
    moment: String, seconds: String
  ) throws {
    for (name, cut) in [("over.rxtrace", 0), ("killed.rxtrace", 20)] {
      var header = SampleRecording.header
      header.processID = UInt32(Int32.max)
      let bytes = SampleRecording.bytes(header: header)
      try SampleRecording.write(name, Array(bytes.dropLast(cut)), in: folder)
      let run = try mark(name, "looked up", "--at", moment)
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      #expect(run.text == "\(name)  marked at \(seconds) s  \"looked up\"\n")
      let events = try ToolRun.rxtrace("events", name, "--kind", "mark", in: folder.path).text
      #expect(events.split(separator: "\n").contains { $0.hasPrefix(seconds) && $0.contains("looked up") })
    }
  }

  @Test func `What a clock of this place showed is marked, of several days the last`() throws {
    try SampleRecording.write("over.rxtrace", in: folder)
    func marked(_ time: String, zone: String) throws -> ToolRun {
      try ToolRun(
        ToolRun.tool, ["mark", "over.rxtrace", "x", "--at", time], environment: ["TZ": zone], in: folder.path)
    }
    #expect(try marked("13:04:14.5", zone: "XST-5:30").text.contains("marked at 2.500 s"))
    let refused = try marked("7:34:14", zone: "XST-5:30")
    #expect(
      refused.status == 64
        && refused.errors.contains("; the recording ran from 2026-11-21 13:04:12 to 2026-11-21 13:04:23\n"),
      "\(refused.errors)")
    let start = UInt64(1_795_246_452_000_000_000)
    let twoDays = start...start + 172_800_000_000_000
    var header = RecordingHeader()
    header.startedWallClock = start
    let last = PassedMoment.clock(try #require(ClockTime("07:34:13Z")))
    #expect(last.time(in: twoDays, of: header) == start + 86_401_000_000_000)
    #expect(last.time(in: start...start + 999_999_999, of: header) == nil)
    #expect(ClockTime("07:34:60Z") == nil && ClockTime("7:3") != nil && ClockTime("7:34:1.Z") == nil)
  }

  @Test(
    arguments: [
      ("over.rxtrace", "11754ms", "the recording is 11.753 s long"),
      ("over.rxtrace", "-12s", "11.753 s long"),
      ("over.rxtrace", "7:34:11Z", "ran from 2026-11-21 07:34:12Z to 2026-11-21 07:34:23Z"),
      ("app.rxtrace", "-900000h", "the recording has run for"),
      ("app.rxtrace", "900000h", "the recording has run for"),
      ("app.rxtrace", "18446744073709551615ns", "the recording has run for"),
    ])
  func `A moment outside of the recording is refused in one line, and nothing is marked`(
    name: String, moment: String, expected: String
  ) throws {
    try SampleRecording.write("over.rxtrace", in: folder)
    let run = try mark(name, "x", "--at", moment)
    #expect(run.status == 64 && run.text.isEmpty, "\(run.text)")
    #expect(run.errors.contains("the moment lies outside of it; "), "\(run.errors)")
    #expect(run.errors.contains(expected), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(access(folder.file("\(name).marks").path, F_OK) != 0)
  }

  @Test func `A running program is marked back from now`() throws {
    let now = try mark("app.rxtrace", "now"), back = try mark("app.rxtrace", "back", "--at", "-1s")
    func seconds(_ run: ToolRun) throws -> Double {
      try #require(run.text.split(separator: " ").dropFirst(3).first.flatMap { Double($0) }, "\(run.errors)")
    }
    // The second one was typed after the first.
    #expect(try seconds(back) > seconds(now) - 1.001 && seconds(back) < seconds(now) + 60)
  }

  @Test func `A number that another process has by now does not pass for the one that wrote the recording`()
    throws
  {
    try FileManager.default.copyItem(at: folder.file("app.rxtrace"), to: folder.file("copy.rxtrace"))
    let run = try mark("copy.rxtrace", "late")
    #expect(run.status == 3 && run.errors.contains("which wrote it, has ended"), "\(run.errors)")
  }

  @Test(
    arguments: [
      ("mkdir $F", "it is no ordinary file"), ("echo notes > $F", "it holds something else"),
      ("ln -s target $F", "it is a link"), ("mkfifo $F", "it is no ordinary file"),
    ])
  func `What has the name of the marks and is something else is left as it is`(deed: String, expected: String)
    throws
  {
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

  @Test func `Marks behind a line that was cut begin a new one`() throws {
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

  @Test func `A link to a recording leads to its marks as well`() throws {
    #expect(symlink("app.rxtrace", folder.file("link.rxtrace").path) == 0)
    #expect(try mark("link.rxtrace", "by link").status == 0)
    #expect(marks?.hasSuffix(" by link\n") == true)
    for name in ["link.rxtrace", "app.rxtrace"] {
      let events = try ToolRun.rxtrace("events", name, "--kind", "mark", in: folder.path)
      #expect(events.text.contains("\"by link\""))
    }
  }

  @Test
  func
    `m in a live view asks for a text and marks; an escape does not, and what has ended has nothing to mark`()
    throws
  {
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
