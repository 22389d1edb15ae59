import Testing
import TraceFixtures

/// Rounds and marks on the command line.
@Suite struct RoundOptionsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func leaks(_ options: [String]) throws -> ToolRun {
    try SampleRecording.write(in: folder)
    return try ToolRun(ToolRun.tool, ["leaks", "feedd.rxtrace"] + options, in: folder.path)
  }

  @Test func `What began between two marks and stayed is listed, a leak or not`() throws {
    let run = try leaks(["--between", "open", "after close", "--width", "200"])
    #expect(run.status == 0)
    #expect(run.text.contains("1 of 1 begun between the two marks was still alive after the second"))
    #expect(try leaks([]).text.contains("begun between") == false)
  }

  @Test func `The recording may be named behind the marks as well`() throws {
    let usual = try leaks(["--between", "open", "after close"])
    for words in [
      ["--between", "open", "after close", "feedd.rxtrace"],
      ["--between=open", "--between", "after close", "feedd.rxtrace"],
    ] {
      let run = try ToolRun(ToolRun.tool, ["leaks"] + words, in: folder.path)
      #expect(run.status == 0 && run.output == usual.output, "\(words) \(run.errors)")
    }
    #expect(try leaks(["--between", "-3s", "-1s"]).status == 0)
  }

  @Test func `Times stand for marks`() throws {
    #expect(
      try leaks(["--between", "0s", "5.5", "--width", "200"]).text.contains("begun between the two marks"))
  }

  @Test(
    arguments: [
      (["--between", "open"], "two marks"), (["--between", "after close", "open"], "not after the first"),
      (["--between", "open", "shut"], "neither a time"), (["--rounds", "tea"], "has none"),
      (["--rounds", "open"], "has one"),
    ] as [([String], String)])
  func `Marks that make no sense are status 64`(options: [String], words: String) throws {
    let run = try leaks(options)
    #expect(run.status == 64)
    #expect(run.errors.contains(words))
  }
}
