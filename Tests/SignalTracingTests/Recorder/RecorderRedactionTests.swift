import Testing
import TraceFormat

/// What `RXTRACE_REDACT` and `TraceRecording.start(redacting:)` keep out of a recording.
@Suite("The recorder leaves out what it is told to")
struct RecorderRedactionTests {
  let folder = TemporaryFolder()

  private func record(_ words: [String], _ environment: [String: String]) throws -> (Outcome, Recording) {
    let all = ["RXTRACE": "file:r.rxtrace", "RXTRACE_VALUES": "80"].merging(environment) { $1 }
    let outcome = RecordedProgram.run(words, all, in: folder)
    #expect(outcome.status == 0, "\(outcome)")
    return (outcome, try Recording.open(folder.file("r.rxtrace")))
  }

  /// How many lines of the files hold this, as bytes.
  private func count(_ text: String) -> Int {
    let found = RecordedProgram.shell("cat '\(folder.path)'/*rxtrace* | grep -ac -- '\(text)'").output
    return Int(found.dropLast()) ?? -1
  }

  @Test func `in values, errors, labels, marks and the command line, before they are cut, on every thread`()
    throws
  {
    let (outcome, recording) = try record(
      ["secrets", "4", "50", "--token=hunter2", "--user", "bob"],
      ["RXTRACE_REDACT": "\ntoken=\\w+\nuser \\w+\n", "RXTRACE_ARGUMENTS": "1"])
    #expect(outcome.errors.isEmpty)
    for word in ["hunter", "token", "bob"] { #expect(count(word) == 0, "\(word)") }
    #expect(recording.header.redactions == 2 && recording.header.valueLimit == 80)
    #expect(recording.header.arguments.dropFirst() == ["secrets", "4", "50", "--***", "--***", "***"])
    var texts: [String: Int] = [:]
    for record in recording.records {
      switch record.event {
      case .next(_, _, _, let value): texts[value ?? "none", default: 0] += 1
      case .error(_, _, _, let text): texts[text ?? "none", default: 0] += 1
      case .named(_, _, let text): texts[text ?? "none", default: 0] += 1
      case .mark(_, let text): texts[text, default: 0] += 1
      default: break
      }
    }
    let long = String(repeating: "x", count: 70)
    var expected = [
      "session of ***": 200, long + "***, an…": 200, "nothing to hide": 200, "*** was refused": 200,
      "seen: ***": 200,
    ]
    for thread in 0..<4 { expected["Reading(\(thread), ***)"] = 50 }
    #expect(texts == expected)
    #expect(recording.lostCount == 0 && recording.damage.isEmpty)
  }

  @Test func `and nothing when nobody asks: half of what is long would stay`() throws {
    let (_, recording) = try record(["secrets", "1", "1"], [:])
    #expect(recording.header.redactions == nil)
    #expect(count("token=hunter2") > 0 && count("xxtoken=h…") > 0)
  }

  @Test(
    arguments: [("(", 1, "expected ')'"), ("fine\n(?<name>x", 2, "expected ')'")])
  func `and every text where it is told so in vain: no value, no argument`(
    lines: String, number: Int, reason: String
  ) throws {
    let (outcome, recording) = try record(
      ["secrets", "1", "1", "hunter3"], ["RXTRACE_REDACT": lines, "RXTRACE_ARGUMENTS": "1"])
    #expect(
      outcome.errors == """
        rxtrace: line \(number) of RXTRACE_REDACT is no regular expression (\(reason)): no values and no arguments are \
        recorded, and of errors, labels and marks only ***; type RXTRACE_REDACT='token=\\S+', one a line

        """)
    #expect(count("hunter") == 0 && count("hide") == 0)
    #expect(recording.header.redactions == 0 && recording.header.valueLimit == nil)
    #expect(recording.header.arguments == [RecordedProgram.path])
    for record in recording.records {
      switch record.event {
      case .next(_, _, _, let value): #expect(value == nil)
      case .error(_, _, _, let text): #expect(text == "***")
      case .named(_, _, let text): #expect(text == "***")
      case .mark(_, let text): #expect(text == "***")
      default: break
      }
    }
    #expect(recording.recordCount == 9)
  }

  @Test func `and in a child that is forked while other threads look for it`() throws {
    let (outcome, _) = try record(["fork-secrets", "40"], ["RXTRACE_REDACT": "token=\\w+"])
    #expect(outcome.output == "40\n" && outcome.errors.isEmpty)
    let files = folder.names.filter { $0.hasSuffix(".rxtrace") }
    #expect(files.count == 41)
    for file in files { #expect(try Recording.open(folder.file(file)).header.redactions == 1) }
    #expect(count("hunter") == 0)
  }

  @Test func `and a text that was made for the recording before is none of the next one's`() throws {
    let outcome = RecordedProgram.run(["restart-secrets", folder.path, "200"], in: folder)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output == "'(' is no regular expression: expected ')'\n")
    var kept = 0
    for index in 0..<200 {
      let path = folder.file("\(index).rxtrace")
      let holds = RecordedProgram.shell("grep -qa hunter '\(path)'").status == 0
      if index % 2 == 0 { kept += holds ? 1 : 0 } else { #expect(!holds, "recording \(index)") }
      #expect(try Recording.open(path).header.redactions == (index % 2 == 0 ? nil : 1))
    }
    #expect(kept > 0)
    #expect(!folder.names.contains("never"))
  }
}
