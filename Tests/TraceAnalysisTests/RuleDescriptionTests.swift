import Foundation
import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// Every verdict and every check is described, by its own name.
struct RuleDescriptionTests {
  @Test func `each verdict and each check has a description`() {
    #expect(RuleDescriptions.verdicts.map(\.name) == Rules.all.map { "\($0.reason)" })
    #expect(RuleDescriptions.checks.map(\.name) == Checks.all.map { $0.check })
    #expect(RuleDescriptions.verdicts.allSatisfy { $0.family == .verdict })
    #expect(RuleDescriptions.checks.allSatisfy { $0.family == .check })
  }

  @Test(arguments: RuleDescriptions.all.map(\.name))
  func each(name: String) throws {
    let rule = try #require(RuleDescriptions.named(name))
    #expect(rule.name == name)
    #expect(!rule.needs.isEmpty && !rule.excuses.isEmpty)
    let sentences =
      [rule.claim, rule.faulty.text, rule.healthy.text] + rule.needs + rule.excuses
      + rule.thresholds.map(\.reason)
    for sentence in sentences {
      #expect(sentence.first?.isLowercase == false && sentence.hasSuffix("."), "\(sentence)")
      // A text of several lines that lacks its mark of continuation begins in the midst of a sentence.
      #expect(!sentence.contains("  ") && !sentence.contains("\\"), "\(sentence)")
    }
    for threshold in rule.thresholds { #expect(!threshold.name.contains("|") && threshold.text != "0") }
  }

  @Test func `names and titles are unique, in whatever form they are typed`() {
    let keys = RuleDescriptions.all.flatMap(RuleDescriptions.keys)
    #expect(Set(keys).count == keys.count)
    #expect(!keys.contains(""))
  }

  @Test func `a description is found by its name, its title and another title`() {
    for words in ["handleForgotten", "handle-forgotten", "Handle let go, never disposed"] {
      #expect(RuleDescriptions.named(words)?.name == "handleForgotten")
    }
    #expect(RuleDescriptions.named(Growth.titleWhereSomeEnded)?.name == "growth")
    #expect(RuleDescriptions.named("lateValues")?.name == "late-values")
    #expect(RuleDescriptions.named("") == nil)
  }

  @Test func `the programs that are named are there, and lie on the right side`() {
    let programs = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Programs")
    for rule in RuleDescriptions.all {
      for example in [rule.faulty, rule.healthy] {
        guard let program = example.program else { continue }
        let file = programs.appendingPathComponent(program + ".swift").path
        #expect(FileManager.default.fileExists(atPath: file), "\(rule.name): \(program)")
      }
      #expect(rule.faulty.program?.hasPrefix("Healthy/") != true && !rule.faulty.isMended)
      if let program = rule.healthy.program {
        #expect(program.hasPrefix("Healthy/") != rule.healthy.isMended, "\(rule.name)")
      }
    }
  }

  @Test func `reports print the titles of the descriptions`() {
    let leaks = Verdicts(Feedd.records().forest(ended: Feedd.ended)).leaks
    #expect(!leaks.isEmpty)
    for leak in leaks {
      #expect(leak.title == leak.reason.rule.title)
      #expect(RuleDescriptions.named(leak.title)?.name == "\(leak.reason)")
    }
  }

  @Test(arguments: [(3, "3"), (0, "0")])
  func `a count has no unit`(count: Int, text: String) {
    #expect(RuleDescription.Threshold.count("most", count, "So it is.").text == text)
  }

  @Test(
    arguments: [(500_000_000, "500 ms"), (2_000_000_000, "2 s"), (250_000, "250 µs")] as [(UInt64, String)])
  func `a duration has the unit in which it is whole`(nanoseconds: UInt64, text: String) {
    #expect(RuleDescription.Threshold.duration("pause", nanoseconds, "So it is.").text == text)
  }
}
