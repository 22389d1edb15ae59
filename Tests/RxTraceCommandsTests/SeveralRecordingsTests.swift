import Foundation
import Testing
import TraceFixtures
import TraceFormat

@Suite struct SeveralRecordingsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try SampleRecording.write("a.rxtrace", in: folder)
    try SampleRecording.write("b.rxtrace", in: folder)
    try SampleRecording.write(
      "fine.rxtrace", SampleRecording.bytes(Feedd.records(repaired: true)), in: folder)
  }

  @Test func `The leaks of several recordings are counted by fingerprint`() throws {
    let run = try ToolRun.rxtrace("leaks", "a.rxtrace", "b.rxtrace", "fine.rxtrace", in: folder.path)
    #expect(
      run.text.hasSuffix(
        "\n\nKeep a known leak quiet:  \n  rxtrace check a.rxtrace b.rxtrace fine.rxtrace --write-baseline rx.baseline\n"
          .replacing(":  \n", with: ":\n")))
    let end = run.text.split(separator: "\n").dropLast(2).suffix(3)
    #expect(end.first == "in 3 recordings: 2 kinds of leak, 22 subscriptions")
    #expect(end.dropFirst().allSatisfy { $0.contains("  in 2  ") })
    #expect(run.text.contains("\nno leaks proven; 9 open   feedd"))
  }

  @Test(
    arguments: [["leaks"], ["render"], ["stats"], ["info"], ["events", "--max", "2"], ["show", "#7"]])
  func `Every reading verb takes several, each under its name, and one that cannot be read hides no other`(
    verb: [String]
  ) throws {
    try SampleRecording.write("bad.rxtrace", Array("no recording".utf8), in: folder)
    let files = ["a.rxtrace", "bad.rxtrace", "missing.rxtrace", "fine.rxtrace"]
    // What is to be shown comes last.
    let words =
      verb[0] == "show" ? ["show"] + files + verb.dropFirst() : [verb[0]] + files + verb.dropFirst()
    let run = try ToolRun(ToolRun.tool, words, in: folder.path)
    #expect(run.status == 3)
    #expect(run.text.hasPrefix("== a.rxtrace ==\n"), "\(run.text)")
    #expect(run.text.contains("\n\n== fine.rxtrace ==\n"))
    #expect(run.errors.contains("bad.rxtrace: is not an rxtrace recording"))
    #expect(run.errors.contains("missing.rxtrace: no such file"))
    let alone = try ToolRun(
      ToolRun.tool, [verb[0], "a.rxtrace"] + verb.dropFirst(), in: folder.path)
    // How to keep a leak quiet is said once, of all.
    let answer = alone.text.split(separator: "\nKeep a known")[0]
    #expect(run.text.contains("== a.rxtrace ==\n\(answer)"))
    #expect(!alone.text.contains("=="))
  }

  @Test func `Several recordings are one file of answers, and one JSON object a line`() throws {
    let run = try ToolRun.rxtrace("stats", "a.rxtrace", "fine.rxtrace", "-o", "stats.txt", in: folder.path)
    #expect(run.status == 0 && run.output.isEmpty)
    let text = try String(contentsOf: folder.file("stats.txt"), encoding: .utf8)
    #expect(text.hasPrefix("== a.rxtrace ==\n") && text.contains("\n== fine.rxtrace ==\n"))
    let json = try ToolRun.rxtrace("render", "a.rxtrace", "fine.rxtrace", "--format", "json", in: folder.path)
    let lines = json.text.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    #expect(
      try ToolRun.rxtrace("render", "a.rxtrace", "b.rxtrace", "--format", "dot", in: folder.path).status == 64
    )
    #expect(try ToolRun.rxtrace("events", "a.rxtrace", "b.rxtrace", "--follow", in: folder.path).status == 64)
  }

  @Test func `A recording comes in at standard input, and an answer goes out at standard output`() throws {
    let named = try ToolRun.rxtrace("leaks", "a.rxtrace", in: folder.path)
    let bytes = Array(try Data(contentsOf: folder.file("a.rxtrace")))
    let piped = try ToolRun.rxtrace("leaks", "-", "-o", "-", input: bytes, in: folder.path)
    // Of what came in there is nothing left to check.
    let answer = try #require(named.text.firstRange(of: "\nKeep a known")).lowerBound
    #expect(piped.text == named.text[..<answer])
    #expect(!FileManager.default.fileExists(atPath: folder.file("-").path))
  }

  @Test func `Several recordings are exported as lines of one form; what is a whole is of one recording`()
    throws
  {
    func export(_ files: [String], _ words: String...) throws -> ToolRun {
      try ToolRun(ToolRun.tool, ["export"] + files + words, in: folder.path)
    }
    for form in ["fleet", "jsonl", "collapsed", "otlp"] {
      let both = try export(["a.rxtrace", "fine.rxtrace"], "--to", form)
      let alone = try ["a.rxtrace", "fine.rxtrace"].map { try export([$0], "--to", form).text }
      #expect(both.status == 0 && both.text == alone.joined(), "\(form) \(both.errors)")
    }
    let file = try export(["a.rxtrace", "missing.rxtrace", "b.rxtrace"], "--to", "fleet", "-o", "all.jsonl")
    #expect(file.status == 3 && file.errors.contains("missing.rxtrace: no such file"))
    let lines = try String(contentsOf: folder.file("all.jsonl"), encoding: .utf8)
    #expect(try lines == export(["a.rxtrace", "b.rxtrace"], "--to", "fleet").text)
    for form in ["chrome", "ctf", "speedscope"] {
      let run = try export(["a.rxtrace", "b.rxtrace"], "--to", form, "-o", "out")
      #expect(run.status == 64 && run.errors.contains("takes one recording; jsonl"))
    }
    let table = try export(["a.rxtrace", "fine.rxtrace"], "--to", "csv")
    let rows = table.text.split(separator: "\r\n")
    let alone = try ["a.rxtrace", "fine.rxtrace"].map { name in
      try export([name], "--to", "csv").text.split(separator: "\r\n").map(String.init)
    }
    #expect(rows.first.map { $0 == "recording," + alone[0][0] } == true)
    #expect(
      rows.dropFirst().map(String.init)
        == alone[0].dropFirst().map { "a.rxtrace," + $0 } + alone[1].dropFirst().map { "fine.rxtrace," + $0 })
    let packets = try export(["a.rxtrace", "fine.rxtrace"], "--to", "perfetto", "-o", "both.perfetto-trace")
    #expect(packets.status == 0, "\(packets.errors)")
    let slim = try export(["a.rxtrace"], "--to", "fleet-slim").text
    let whole = try export(["a.rxtrace"], "--to", "fleet").text
    #expect(
      slim
        == whole.split(separator: "\n").filter { !$0.contains(#""type":"subscription""#) }
        .map { $0 + "\n" }.joined())
    let unknown = try export(["a.rxtrace"], "--to", "perfeto")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("'perfeto' is none of them; did you mean perfetto?"), "\(unknown.errors)")
  }

  @Test func `A newer recording of the same name is not passed over in silence`() throws {
    try SampleRecording.write("a.99.rxtrace", in: folder)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 60)], ofItemAtPath: folder.file("a.99.rxtrace").path)
    let run = try ToolRun.rxtrace("leaks", "a.rxtrace", in: folder.path)
    #expect(run.errors.hasPrefix("rxtrace: a.99.rxtrace is newer than a.rxtrace"))
    #expect(try ToolRun.rxtrace("leaks", "a.99.rxtrace", in: folder.path).errors.isEmpty)
  }

  @Test func `Nothing is called clean of which nothing can be judged`() throws {
    let value = try #require(
      Feedd.records().first { record in
        if case .next = record.event { true } else { false }
      })
    try SampleRecording.write("cut.rxtrace", SampleRecording.bytes([value]), in: folder)
    let text = try ToolRun.rxtrace("leaks", "cut.rxtrace", in: folder.path).text
    #expect(text.hasPrefix("not judged: "), "\(text)")
  }
}
