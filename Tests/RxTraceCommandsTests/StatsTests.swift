import Testing
import TraceFixtures

@Suite struct StatsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func stats(_ options: String...) throws -> ToolRun {
    try SampleRecording.write(in: folder)
    return try ToolRun(ToolRun.tool, ["stats", "feedd.rxtrace"] + options, in: folder.path)
  }

  @Test("The numbers of a recording, with the sites that keep something alive")
  func numbers() throws {
    let run = try stats()
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.text.hasPrefix("feedd  pid 4711"))
    #expect(run.text.contains("subscribed 40   next 357"))
    #expect(run.text.contains("Session.swift:47"))
  }

  @Test("Rows are grouped as asked, and all are shown on request")
  func options() throws {
    #expect(try stats("--group", "file").text.contains("Session.swift "))
    #expect(try !stats("--group", "file").text.contains("Session.swift:47"))
    #expect(try stats("--all").text.split(separator: "\n").count > stats().text.split(separator: "\n").count)
    for group in ["site", "owner", "operator", "file"] { #expect(try stats("--group", group).status == 0) }
    #expect(try stats("--group", "colour").status == 64)
  }
}
