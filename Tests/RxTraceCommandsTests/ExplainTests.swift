import Foundation
import Testing
import TraceAnalysis
import TraceFixtures
import TraceRendering

@testable import RxTraceCommands

@Suite struct ExplainTests {
  @Test(
    arguments: [
      (["handleForgotten"], "handleForgotten"), (["handle-forgotten"], "handleForgotten"),
      (["handle", "let", "go,", "never", "disposed"], "handleForgotten"),
      (["HANDLE_FORGOTTEN"], "handleForgotten"), (["Late", "Values"], "late-values"),
      (["started again and again, hardly ever ended"], "growth"), (["lateValues"], "late-values"),
    ] as [([String], String)])
  func `A verdict or a check is found by its name and by its title`(words: [String], name: String) throws {
    let run = try ToolRun(ToolRun.tool, ["explain"] + words)
    let rule = try #require(RuleDescriptions.all.first { $0.name == name })
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.text.hasPrefix("\(rule.title)\n\(rule.family.rawValue) \(name)\n"))
    for heading in ["Needs", "Excuses", "Thresholds", "A program with it", "A program without it"] {
      #expect(run.text.contains("\n\n\(heading)\n"))
    }
  }

  @Test(arguments: [40, 60, 200])
  func `Whatever the width, all words are there and no line is longer`(width: Int) {
    for rule in RuleDescriptions.all {
      var text = ""
      RuleText(on: Page(width: width)).write(rule, to: &text)
      let lines = text.split(separator: "\n")
      let isShort = lines.allSatisfy { $0.count <= width || $0.hasPrefix("  Tests/Programs/") }
      #expect(isShort, "\(rule.name)")
      let words = text.split { $0 == " " || $0 == "\n" }
      for sentence in [rule.claim] + rule.needs + rule.excuses + rule.thresholds.map(\.sentence) {
        #expect(words.contains(sentence.split(separator: " ")), "\(rule.name): \(sentence)")
      }
    }
  }

  @Test func `Without a name there is a list of all, which is a topic of the help as well`() throws {
    let run = try ToolRun.rxtrace("explain")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    for rule in RuleDescriptions.all {
      let row = run.text.split(separator: "\n").first {
        $0.split(separator: " ").first.map(String.init) == rule.name
      }
      #expect(row?.hasSuffix(" \(rule.title)") == true, "\(rule.name)")
    }
    #expect(try ToolRun.rxtrace("help", "verdicts").text == run.text)
  }

  @Test(
    arguments: [
      ("handleForgoten", "did you mean `rxtrace explain handleForgotten`?"),
      ("late-value", "did you mean `rxtrace explain late-values`?"),
      ("growt", "did you mean `rxtrace explain growth`?"),
      ("nothing of the sort", "`rxtrace explain` lists all of them."),
      ("", "`rxtrace explain` lists all of them."),
    ])
  func `An unknown name is misuse, with the nearest one`(word: String, words: String) throws {
    let run = try ToolRun.rxtrace("explain", word)
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("rxtrace: there is no verdict or check "), "\(run.errors)")
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  @Test func `The page of the documentation is what the command writes`() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/Signals/Signals.docc/Verdicts.md")
    let run = try ToolRun.rxtrace("explain", "--format", "markdown")
    let isSame = try String(contentsOf: page, encoding: .utf8) == run.text
    #expect(
      isSame, "to write it: rxtrace explain --format markdown -o Sources/Signals/Signals.docc/Verdicts.md")
    let one = try ToolRun.rxtrace("explain", "growth", "--format", "markdown").text
    #expect(one.hasPrefix("### started again and again, never ended\n") && run.text.contains(one))
  }

  @Test func `JSON holds all of them, or one`() throws {
    let told = try ToolRun.python(
      """
      import json, sys
      rules = json.load(sys.stdin)["rules"]
      print(len(rules), sorted({rule["family"] for rule in rules}))
      for rule in rules: assert rule["needs"] and rule["excuses"] and rule["claim"], rule
      """, input: ToolRun.rxtrace("explain", "--json").output
    ).text
    #expect(told == "\(RuleDescriptions.all.count) ['check', 'verdict']\n")
    let one = try ToolRun.rxtrace("explain", "late-values", "--json").text
    #expect(one.contains(#""name":"late-values""#) && !one.contains("handleForgotten"))
  }
}
