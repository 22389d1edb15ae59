import Dispatch
import Synchronization
import Testing

@testable import TraceFormat

/// What is left out of a text before it is recorded.
@Suite struct RedactionTests {
  @Test(
    arguments: [
      (["token=\\S+"], "get /a?token=hunter2 200", "get /a?*** 200", "in the middle"),
      (["hunter2"], "hunter2", "***", "the whole text"),
      (["hunter2"], "nothing of the kind", "nothing of the kind", "no match"),
      (["hunter2"], "", "", "an empty text has nothing to hide"),
      (["\\d"], "pin 1234 and 5", "pin *** and ***", "matches that touch are one"),
      (["card", "\\d{4}"], "card 1234", "*** ***", "several expressions, each of which counts"),
      (["ab", "bc"], "xabcx", "x***x", "what the first leaves out does not hide it from the second"),
      (["b+", "abbbc"], "abbbc", "***", "one within another"),
      (["x*"], "axxb", "a***b", "what matches nothing leaves nothing out"),
      (["^a"], "aaa", "***aa", "the second letter is not at the beginning"),
      (["\\bkey"], "monkey keykey", "monkey ***key", "nor is it the beginning of a word"),
      (["(?i)SECRET"], "a Secret", "a ***", "as --name reads it"),
      (["(\\w)\\1"], "abba", "a***a", "with what it refers to"),
      (["é+"], "caféé au lait", "caf*** au lait", "letters beyond ASCII"),
      (["."], "日本", "***", "any letter"),
      (["secret"], "secret\u{301} x", "***\u{301} x", "a mark on the last letter does not save it"),
      (["secret\n"], "secret\r\nx", "secret\r\nx", "and this is another text"),
      (["[^\n]+"], "a\r\nb", "***", "character by character, return and line feed are no line feed"),
      (["\u{e9}"], "e\u{301}", "***", "one letter, written in two ways"),
      (["👩"], "👩‍💻", "***\u{200d}💻", "a part of a character"),
      (["\\*\\*"], "***", "****", "stars are text as well"),
    ] as [([String], String, String, String)])
  func `Three stars stand for what matches, and everything else stays as it is`(
    patterns: [String], text: String, expected: String, because reason: String
  ) throws {
    #expect(Array(try Redaction(patterns).redacted(text).utf8) == Array(expected.utf8), "\(reason)")
  }

  @Test(
    arguments: [
      (["secret"], ["app", "--key=secret", ""], ["app", "--key=***", ""], "within a word"),
      (["--key \\S+"], ["app", "--key", "a b", "c"], ["app", "***", "*** b", "c"], "over two words"),
      (["^\\d+$"], ["app", "1234", "x"], ["app", "***", "x"], "a word has a beginning and an end"),
      (["é é"], ["xé", "éx"], ["x***", "***x"], "parts of words"),
      (["z"], ["app", "x"], ["app", "x"], "no match"),
    ] as [([String], [String], [String], String)])
  func `A command line is looked at word by word and as a whole`(
    patterns: [String], words: [String], expected: [String], because reason: String
  ) throws {
    #expect(try Redaction(patterns).redacted(words: words) == expected, "\(reason)")
  }

  @Test(
    arguments: [
      (["a", "("], 2, "expected ')'"), ([""], 1, "it is empty"),
      (["(?<=a)b", "["], nil, nil), (["*"], 1, "quantifier '*' must appear after expression"),
    ] as [([String], Int?, String?)])
  func `What is no regular expression is told apart, with its number and what is wrong with it`(
    patterns: [String], number: Int?, reason: String?
  ) {
    let problem = #expect(throws: Redaction.Problem.self) { try Redaction(patterns) }
    if let number { #expect(problem?.number == number && problem?.pattern == patterns[number - 1]) }
    if let reason { #expect(problem?.reason == reason) }
  }

  @Test func `Everything is left out for whoever asked for what cannot be had`() {
    #expect(Redaction.everything.redacted("plain") == "***")
    #expect(Redaction.everything.redacted("") == "")
    #expect(Redaction.everything.redacted(words: ["app", "x"]) == ["***", "***"])
    #expect(Redaction.everything.count == 0)
  }

  @Test func `One redaction serves many threads at a time`() throws {
    let redaction = try Redaction(["token=\\w+", "(?i)pass(word)?[=:]\\s*[^,]+"])
    let failures = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<200 {
        let text = redaction.redacted("é \(thread) token=\(round), Password: \(round)x, end")
        if text != "é \(thread) ***, ***, end" { failures.add(1, ordering: .relaxed) }
      }
    }
    #expect(failures.load(ordering: .relaxed) == 0)
  }

  @Test(arguments: [nil, 0, 3])
  func `The header says how many expressions there were, and nothing else of them`(count: UInt32?) throws {
    var header = RecordingHeader()
    header.redactions = count
    let bytes = header.encoded()
    guard case .whole(let read, _) = bytes.withUnsafeBytes(RecordingHeader.decode) else {
      Issue.record("no header")
      return
    }
    #expect(read.redactions == count)
  }

  @Test func `Of a label its value goes, whether the expression knows its name or not`() throws {
    let redaction = try Redaction(["token=\\S+", "hunter2", "^eu$"])
    func redacted(_ text: String) -> String { redaction.redacted(RecordingHeader.Label(text)).text }
    #expect(redacted("token=abc") == "token=***")
    #expect(redacted("by=xhunter2x") == "by=x***x")
    #expect(redacted("region=eu") == "region=***")
    #expect(redacted("hunter2=1") == "***=***")
    #expect(redacted("version=2.4") == "version=2.4")
    #expect(Redaction.everything.redacted(RecordingHeader.Label("region=eu")).text == "***=***")
  }
}
