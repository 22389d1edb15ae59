import Testing
import TraceFixtures
import TraceFormat

/// Texts of a traced program, or of a folder's settings, that mean something to whoever reads the answer.
@Suite struct PlantedTextTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    arguments: ["=", "+", "-", "@", "\t=", "＝", " ="])
  func `A spreadsheet computes nothing that a program has written`(first: String) throws {
    let text = first + "HYPERLINK(\"http://evil\";A1)"
    let event = try #require(EventID(1))
    let mark = TraceRecord(
      time: Feedd.began + 1, thread: ThreadID(rawValue: 1), event: .mark(event, text: text))
    try SampleRecording.write("app.rxtrace", SampleRecording.bytes([mark]), in: folder)
    let run = try ToolRun.rxtrace("export", "app.rxtrace", "--to", "csv-events", in: folder.path)
    #expect(run.status == 0)
    let cell = "\"'" + text.replacing("\"", with: "\"\"") + "\""
    #expect(run.text.contains("," + cell + ","), "\(run.text)")
  }

  @Test func `A number stays one`() throws {
    let event = try #require(EventID(1))
    let mark = TraceRecord(
      time: Feedd.began + 1, thread: ThreadID(rawValue: 1), event: .mark(event, text: "-5"))
    try SampleRecording.write("app.rxtrace", SampleRecording.bytes([mark]), in: folder)
    #expect(
      try ToolRun.rxtrace("export", "app.rxtrace", "--to", "csv-events", in: folder.path).text.contains(
        ",-5,"))
  }

  @Test(
    arguments: [
      "javascript:alert({line})//{path}", "data:text/html,{path}", "{path}", "JavaScript:{path}",
      "ssh://x{path}",
    ])
  func `A link opens a page or an editor, and runs nothing`(template: String) throws {
    try SampleRecording.write(in: folder)
    let run = try ToolRun.rxtrace(
      "render", "feedd.rxtrace", "--format", "svg", "--link-format", template, in: folder.path)
    #expect(run.status == 64)
    #expect(
      run.errors.contains("--link-format begins with https:, http:, file: or an editor's word"),
      "\(run.errors)")
    for known in ["https://git.example/{path}#L{line}", "vscode://file{path}:{line}", "file://{path}"] {
      #expect(
        try ToolRun.rxtrace("leaks", "feedd.rxtrace", "--link-format", known, in: folder.path).status == 0)
    }
  }
}
