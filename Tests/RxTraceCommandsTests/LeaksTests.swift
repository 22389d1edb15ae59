import Foundation
import Testing
import TraceFixtures

@Suite struct LeaksTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func leaks(_ options: String..., repaired: Bool = false) throws -> ToolRun {
    try SampleRecording.write(
      "feedd.rxtrace", SampleRecording.bytes(Feedd.records(repaired: repaired)), in: folder)
    return try ToolRun(ToolRun.tool, ["leaks", "feedd.rxtrace"] + options, in: folder.path)
  }

  @Test func `A leaking program's report names the lines, and the status is 0`() throws {
    let run = try leaks()
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.text.hasPrefix("2 leaks, 11 subscriptions"))
    #expect(run.text.contains("Cache.swift:88"))
    #expect(run.text.contains("Session.swift:45"))
  }

  @Test func `A repaired program has no leaks, and the status is 0`() throws {
    let run = try leaks(repaired: true)
    #expect(run.status == 0)
    #expect(run.text.hasPrefix("no leaks"))
  }

  @Test func `Options reach the verdicts and the drawing`() throws {
    #expect(try leaks("--min-confidence", "certain").text.hasPrefix("1 leak, 1 subscription "))
    let settling = try leaks("--settle", "12s").text
    #expect(settling.hasPrefix("no proven leak; "))
    #expect(settling.contains("\nnot judged yet: 11 subscriptions whose end may be on its way"))
    #expect(try leaks("--max", "1").text.contains("1 more leak, listed above"))
    let ascii = try leaks("--charset", "ascii", "--color", "always")
    #expect(ascii.output.allSatisfy { $0 < 0x80 })
    #expect(ascii.text.contains("\u{1b}[31m"))
    #expect(try leaks("--charset", "utf8").text.contains("╰→"))
  }

  @Test func `Below leaks stands how to keep a known one quiet, and that works`() throws {
    let text = try leaks().text
    let line = "rxtrace check feedd.rxtrace --write-baseline rx.baseline"
    #expect(text.hasSuffix("\n\nKeep a known leak quiet:  \(line)\n"), "\(text.suffix(200))")
    let words = line.split(separator: " ").dropFirst().map(String.init)
    #expect(try ToolRun(ToolRun.tool, words, in: folder.path).status == 0)
    let known = try leaks("--baseline", "rx.baseline").text
    #expect(known.contains("known: 2 leaks, 11 subscriptions") && !known.contains("Keep a known"))
    #expect(try !leaks(repaired: true).text.contains("Keep a known"))
    let growing = try leaks("--settle", "0", "--min-confidence", "possible", "--baseline", "rx.baseline").text
    #expect(!growing.contains("Keep a known leak"))
    let piped = try ToolRun.rxtrace("leaks", "-", input: SampleRecording.bytes(), in: folder.path)
    #expect(!piped.text.contains("Keep a known"))
  }

  @Test func `Leaks are listed by owner or fingerprint, under what they have in common`() throws {
    let owners = try leaks("--group", "owner").text
    #expect(owners.contains("\nowner 1   1 leak, 1 subscription\nLEAK A  certain"), "\(owners)")
    #expect(owners.contains("\nheld by nobody   1 leak, 10 subscriptions\nLEAK B"), "\(owners)")
    let prints = try leaks("--group", "fingerprint").text
    #expect(prints.contains(/\n[0-9a-f]{6}   1 leak, 10 subscriptions\nLEAK B/), "\(prints)")
    #expect(try leaks("--group", "site").output == leaks().output)
    let json = try leaks("--group", "owner", "--format", "json").text
    #expect(
      json.contains(
        #""group":"owner","groups":[{"name":"owner 1","subscriptions":1,"leaks":["A"]}"#), "\(json)")
  }

  @Test(arguments: [40, 60, 100, 200])
  func `A narrow page is kept, on a file too`(columns: Int) throws {
    _ = try leaks("--width", "\(columns)", "-o", "leaks.txt")
    let text = try String(contentsOf: folder.file("leaks.txt"), encoding: .utf8)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= columns })
  }

  @Test(
    arguments: [
      (["--min-confidence", "sure"], "none of certain, likely, possible"), (["--max", "-1"], "--max"),
      (["--settle", "soon"], "soon"), (["--color", "pink"], "pink"), (["--charset", "latin1"], "latin1"),
      (["-o", ""], "-o names no file"), (["--group", "file"], "none of site, owner, fingerprint"),
      (["--settle", "abc"], "'abc' is no length of time; type it as 500ms, 2s"),
      (["--framework"], "leaks has no --framework: call sites are the program's own lines"),
    ] as [([String], String)])
  func `Options that make no sense are status 64`(options: [String], words: String) throws {
    let run = try ToolRun(ToolRun.tool, ["leaks", "feedd.rxtrace"] + options, in: folder.path)
    #expect(run.status == 64)
    #expect(run.errors.contains(words))
    #expect(run.output.isEmpty)
  }

  @Test func `A drawing never replaces a recording`() throws {
    let run = try leaks("-o", "feedd.rxtrace")
    #expect(run.status == 4)
    #expect(run.errors.hasPrefix("rxtrace: feedd.rxtrace is a recording, and stays one"))
    #expect(try leaks().status == 0)
  }

  @Test(arguments: [40, 60, 80, 100, 120])
  func `With --why a narrow page is kept as well`(columns: Int) throws {
    let text = try leaks("--why", "--width", "\(columns)").text
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= columns }, "\(text)")
  }

  @Test func `The same file and options make the same bytes`() throws {
    #expect(try leaks().output == leaks().output)
  }
}
