import Testing
import TraceFixtures

@Suite struct StatsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func stats(_ options: String...) throws -> ToolRun {
    try SampleRecording.write(in: folder)
    return try ToolRun(ToolRun.tool, ["stats", "feedd.rxtrace"] + options, in: folder.path)
  }

  @Test func `The numbers of a recording, with the sites that keep something alive`() throws {
    let run = try stats()
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.text.hasPrefix("feedd  pid 4711"))
    #expect(run.text.contains("subscribed 40   next 357"))
    #expect(run.text.contains("Session.swift:47"))
  }

  @Test func `What was asked for is what is counted, in the text and in JSON`() throws {
    let text = try stats("--site", "Cache.swift", "--charset", "utf8").text
    #expect(text.contains("asked for 2 of 40 subscriptions, 1 root, depth 2"), "\(text)")
    #expect(
      text.contains("\nsubscribed 2   next 6   completed 0   error 0   disposed 2   dropped 8\n"), "\(text)")
    #expect(text.contains("\nended by: completion 0   error 0   disposal 2       still alive 0\n"), "\(text)")
    #expect(text.contains("first 0, last 0, least 0, most 2"), "\(text)")
    let json = try stats("--site", "Cache.swift", "--format", "json").text
    #expect(json.contains(#""alive":{"first":0,"last":0,"least":0,"most":2,"floor":0}"#), "\(json)")
    let fleet = try ToolRun(
      ToolRun.tool, ["export", "feedd.rxtrace", "--to", "fleet", "--site", "Cache.swift"], in: folder.path)
    #expect(fleet.text.contains(#""peak":2"#), "\(fleet.text)")
  }

  @Test func `Rows are grouped as asked, and all are shown on request`() throws {
    #expect(try stats("--group", "file").text.contains("Session.swift "))
    #expect(try !stats("--group", "file").text.contains("Session.swift:47"))
    #expect(try stats("--all").text.split(separator: "\n").count > stats().text.split(separator: "\n").count)
    for group in ["site", "owner", "operator", "file"] { #expect(try stats("--group", group).status == 0) }
    #expect(try stats("--group", "colour").status == 64)
  }
}
