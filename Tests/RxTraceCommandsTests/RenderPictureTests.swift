import Foundation
import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// `render` where the answer is no text for a terminal.
@Suite struct RenderPictureTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try SampleRecording.write(in: folder)
  }

  private func render(_ options: String..., environment: [String: String] = [:]) throws -> ToolRun {
    try ToolRun(
      ToolRun.tool, ["render", "feedd.rxtrace"] + options, environment: environment, in: folder.path)
  }

  @Test func `A page is one file, with links where a form for them is given, and with what was asked for`()
    throws
  {
    let run = try render("--format", "html", "-o", "feedd.html")
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
    let page = try String(contentsOf: folder.file("feedd.html"), encoding: .utf8)
    #expect(page.hasPrefix("<!DOCTYPE html>\n"))
    #expect(page.contains("default-src 'none'"))
    let template = "vscode://file/src/{path}:{line}"
    #expect(
      try render("--format", "html", "--link-format", template).text
        .contains("vscode://file/src/feedd/Session.swift:47"))
    #expect(try render("--format", "html", "--id", "20").text.contains(#""count":5"#))
    #expect(
      try render("--format", "html", "--max", "10").text.contains("30 subscriptions left out: --max 40"))
  }

  /// What the script of a page reads of the leaks, and the patches.
  private func leaks(_ page: String) throws -> (leaks: [[String: Any]], patches: [String]) {
    let block = try #require(
      page.firstMatch(of: #/(?s)<script class="recording" type="application/json">(.*?)</script>/#))
    let data = try JSONSerialization.jsonObject(with: Data(block.output.1.utf8)) as? [String: Any]
    return (
      try #require(data?["leaks"] as? [[String: Any]]), try #require(data?["patches"] as? [String])
    )
  }

  @Test
  func
    `A page has the source of a leak and its patch; a file that was changed has a line about that instead`()
    throws
  {
    try SampleSource.write(in: folder)
    let environment = try SampleSource.maker(in: folder)
    func lines(_ leak: [String: Any]) -> [String] {
      (leak["excerpt"] as? [[[String]]] ?? []).map { line in line.map { $0[0] }.joined() }
    }
    let page = try render("--format", "html", "--source", ".", environment: environment)
    let (found, patches) = try leaks(page.text)
    try #require(found.count == 2 && page.errors.isEmpty, "\(page.errors)")
    let line = SampleSource.line.replacing("\t", with: "    ")
    #expect(lines(found[0]).prefix(3) == ["  Cache.swift", "   87 │ // 87", "   88 │ \(line)"])
    #expect(lines(found[0])[3].hasSuffix(" ~~~~~~ dispose was not passed on"), "\(found[0])")
    #expect(patches == [SampleSource.patch])
    #expect(found.map { $0["patch"] as? Int } == [0, nil])
    #expect(
      lines(found[1]) == [
        "  Session.swift was changed after the program was started: its lines are not shown"
      ])
    for words in [["--source", "off"], []] {
      let run = try ToolRun(
        ToolRun.tool, ["render", "feedd.rxtrace", "--format", "html"] + words, environment: environment,
        in: folder.path)
      let (found, patches) = try leaks(run.text)
      #expect(found.allSatisfy { lines($0).isEmpty } && patches.isEmpty, "\(words)")
    }
    _ = try folder.program("rxtrace-fix", "#!/bin/sh\nexit 70\n")
    let failed = try render("--format", "html", "--source", ".", environment: environment)
    #expect(
      failed.errors == "rxtrace: feedd.rxtrace: the page has no patches: "
        + "rxtrace-fix made no patch, and ended with status 70\n")
    #expect(failed.status == 0)
    #expect(try leaks(failed.text).patches.isEmpty)
  }

  @Test func `The state at a moment is that of a recording that ended then`() throws {
    var builder = ForestBuilder()
    for record in Feedd.records() where record.time <= Feedd.began + 5_000_000_000 { builder.add(record) }
    let forest = builder.finish(began: Feedd.began, ended: Feedd.began + 5_000_000_000)
    let then = try render("--at", "5s")
    #expect(then.text.hasPrefix("feedd  pid 4711  5.000 s"))
    let page = try render("--at", "5s", "--format", "json").text
    #expect(page.matches(of: #/"program_id"/#).count == forest.lives.count)
    #expect(page.matches(of: #/"state":"alive"/#).count == forest.lives.count { $0.isAlive })
    #expect(try render("--at", "open").text != then.text)
    let late = try render("--at", "99s")
    #expect(late.status == 64 && late.output.isEmpty)
    #expect(
      late.errors.hasPrefix(
        "rxtrace: --at: 99.000 s is after the end of the recording, which is 11.753 s long; "))
  }

  @Test(arguments: ["tree", "timeline"])
  func `SVG is what dot draws, with links`(view: String) throws {
    let run = try render(
      "--view", view, "--format", "svg", "--link-format", "vscode://file/src/{path}:{line}")
    try #require(run.status != 127, "the package graphviz has dot")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.text.contains("<svg"))
    #expect(run.text.contains("vscode://file/src/feedd/Session.swift:47"))
    #expect(run.text.contains("xlink:title"))
  }

  @Test func `Where there is no dot, one line says so and what to do`() throws {
    let run = try render("--format", "svg", environment: ["PATH": folder.path])
    #expect(run.status == 127)
    #expect(run.output.isEmpty)
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.contains("install graphviz"))
  }

  @Test func `A graph is bounded, and says what it left out`() throws {
    let run = try render("--format", "dot", "--max-nodes", "3", "--no-dedupe")
    #expect(run.text.matches(of: #/\n +s\d+ \[/#).count == 3)
    #expect(run.text.contains("more in"))
    #expect(try render("--format", "mermaid", "--max-nodes", "3").text.hasPrefix("%% feedd"))
  }

  @Test(
    arguments: [
      (["--max-nodes", "5"], "are for graphs"), (["--format", "dot", "--max-nodes", "0"], "from 1"),
      (["--format", "mermaid", "--view", "timeline"], "take --format svg or html"),
    ] as [([String], String)])
  func `Options that make no sense are status 64`(options: [String], words: String) throws {
    let run = try ToolRun(ToolRun.tool, ["render", "feedd.rxtrace"] + options, in: folder.path)
    #expect(run.status == 64)
    #expect(run.errors.contains(words))
  }
}
