import Foundation
import Testing
import TraceFixtures
import TraceFormat

/// What each command draws of the quote server, in three widths and both character sets, as it was looked at and found
/// good. After a change that is meant: `RXTRACE_GOLDENS=write swift test --filter GoldenTests`, and look at the diff.
@Suite struct GoldenTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let whole = SampleRecording.bytes()
    try SampleRecording.write("feedd.rxtrace", whole, in: folder)
    try SampleRecording.write("damaged.rxtrace", Array(whole.dropLast(300)), in: folder)
    try SampleRecording.write(
      "fixed.rxtrace", SampleRecording.bytes(Feedd.records(repaired: true)), in: folder)
    try Data("d2ba7c # known\n".utf8).write(to: folder.file("rx.baseline"))
  }

  static let drawings: [(name: String, words: [String])] = [
    ("tree", ["render", "feedd.rxtrace"]), ("inverted", ["render", "feedd.rxtrace", "--invert"]),
    ("timeline", ["render", "feedd.rxtrace", "--view", "timeline", "--leaks"]),
    ("leaks", ["leaks", "feedd.rxtrace"]), ("why", ["leaks", "feedd.rxtrace", "--why"]),
    ("stats", ["stats", "feedd.rxtrace"]),
    ("show", ["show", "feedd.rxtrace", "#20"]), ("diff", ["diff", "feedd.rxtrace", "fixed.rxtrace"]),
    ("info", ["info", "damaged.rxtrace"]), ("explain", ["explain", "handleForgotten"]),
    ("timeline-log", ["render", "feedd.rxtrace", "--view", "timeline", "--scale", "log"]),
    ("several", ["leaks", "feedd.rxtrace", "fixed.rxtrace"]),
    ("moment", ["render", "feedd.rxtrace", "--at", "5s", "--sort", "leak", "--depth", "3"]),
  ]

  @Test(arguments: drawings)
  func `Each drawing is as it was`(name: String, words: [String]) throws {
    try compare(name) { width, charset in
      let run = try ToolRun(
        ToolRun.tool, words + ["--width", "\(width)", "--charset", charset], in: folder.path)
      #expect(run.status == 0, "\(run.errors)")
      return run.text
    }
  }

  static let texts: [(name: String, words: [String], status: Int32)] = [
    ("dot", ["render", "feedd.rxtrace", "--format", "dot"], 0),
    ("dot-ascii", ["render", "feedd.rxtrace", "--format", "dot", "--charset", "ascii"], 0),
    ("dot-timeline", ["render", "feedd.rxtrace", "--format", "dot", "--view", "timeline"], 0),
    (
      "dot-timeline-ascii",
      ["render", "feedd.rxtrace", "--format", "dot", "--view", "timeline", "--charset", "ascii"], 0
    ),
    ("mermaid-ascii", ["render", "feedd.rxtrace", "--format", "mermaid", "--charset", "ascii"], 0),
    ("mermaid", ["render", "feedd.rxtrace", "--format", "mermaid"], 0),
    ("check", ["check", "feedd.rxtrace", "--suspects"], 1),
    ("check-github", ["check", "feedd.rxtrace", "--format", "github"], 1),
    ("check-known", ["check", "feedd.rxtrace", "--suspects", "--baseline", "rx.baseline"], 1),
    ("diff-markdown", ["diff", "feedd.rxtrace", "fixed.rxtrace", "--format", "markdown"], 0),
    ("events", ["events", "feedd.rxtrace", "--max", "30"], 0),
    ("live-line", ["live", "feedd.rxtrace"], 0),
  ]

  @Test(arguments: texts)
  func `What has no width is as it was`(name: String, words: [String], status: Int32) throws {
    let run = try ToolRun(ToolRun.tool, words, in: folder.path)
    #expect(run.status == status, "\(run.errors)")
    if words.last == "ascii" { #expect(run.output.allSatisfy { $0 < 0x80 }) }
    try hold(name, run.text)
  }

  @Test func `The live table is as it was`() throws {
    try compare("live") { width, charset in
      let terminal = try #require(PseudoTerminal())
      terminal.resize(columns: UInt16(width))
      let tool = try ChildProcess(
        ToolRun.tool, ["live", "feedd.rxtrace", "--charset", charset, "--color", "never"],
        environment: ["TERM": "xterm", "LC_ALL": "C.UTF-8"], folder: folder.path, terminal: terminal,
        output: terminal.path, errors: terminal.path)
      let shown = try #require(terminal.shown(upTo: "? help"))
      terminal.type("q")
      #expect(tool.wait() == 0)
      return shown.replacing("\r\n", with: "\n").prefix { $0 != "\r" } + "\n"
    }
  }

  private func compare(_ name: String, _ draw: (Int, String) throws -> String) throws {
    var drawn = ""
    for charset in ["utf8", "ascii"] {
      for width in [60, 100, 160] {
        let text = try draw(width, charset)
        for line in text.split(separator: "\n") {
          #expect(line.count <= width, "\(name) in \(width) columns: \(line)")
          #expect(
            charset == "utf8" || line.utf8.allSatisfy { (0x20...0x7e).contains($0) }, "\(name): \(line)")
        }
        drawn += "== \(width) columns, \(charset) ==\n\(text)\n"
      }
    }
    try hold(name, drawn)
  }

  private func hold(_ name: String, _ drawn: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Goldens/\(name).txt")
    if ProcessInfo.processInfo.environment["RXTRACE_GOLDENS"] == "write" {
      try Data(drawn.utf8).write(to: file)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    guard drawn != golden else { return }
    let (new, old) = (drawn.split(separator: "\n"), golden.split(separator: "\n"))
    let index = zip(new, old).enumerated().first { $1.0 != $1.1 }?.offset ?? min(new.count, old.count)
    Issue.record(
      """
      \(name) is drawn otherwise, from line \(index + 1) of the text on:
        was \(index < old.count ? old[index] : "nothing")
        is  \(index < new.count ? new[index] : "nothing")
      """)
  }
}
