import Foundation
import Testing
import TraceFixtures
import TraceFormat

/// Recordings of lives alone, without any value.
@Suite struct LivesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, repaired: Bool) throws {
    var header = SampleRecording.header
    header.kinds.remove(.next)
    let records = Feedd.records(repaired: repaired).filter {
      if case .next = $0.event { false } else { true }
    }
    try SampleRecording.write(name, SampleRecording.bytes(records, header: header), in: folder)
  }

  /// What answers for people, each with the words after the recording.
  private static let verbs = [
    ["render"], ["render", "--at", "8s"], ["render", "--invert"], ["render", "--view", "timeline"],
    ["render", "--format", "dot"], ["render", "--format", "mermaid"], ["render", "--format", "html"],
    ["stats"], ["leaks"], ["show", "#10"], ["live"], ["live", "--speed", "1000"], ["check"], ["events"],
    ["diff", "fixed.rxtrace"], ["diff", "fixed.rxtrace", "--format", "markdown"], ["info"],
    ["export", "--to", "csv"], ["export", "--to", "collapsed"],
  ]

  @Test func `Leaks are judged from lives alone, with less certainty`() throws {
    try write("leaky.rxtrace", repaired: false)
    try write("fixed.rxtrace", repaired: true)
    let leaks = try ToolRun.rxtrace("leaks", "leaky.rxtrace", in: folder.path).text
    #expect(leaks.contains("LEAK A     likely    5  Session.swift:45, Session.swift:44  "))
    #expect(leaks.contains("SUSPECT B  possible  1  Cache.swift:88, Ticker.swift:18     "))
    #expect(!leaks.contains(" late") && !leaks.contains("LEAK B"))
    let fixed = try ToolRun.rxtrace("leaks", "fixed.rxtrace", in: folder.path).text
    #expect(fixed.hasPrefix("no leaks in the recorded lives, without their values"))
    // What is suspected now has not been repaired.
    try SampleRecording.write("whole.rxtrace", in: folder)
    let diff = try ToolRun.rxtrace("diff", "whole.rxtrace", "leaky.rxtrace", in: folder.path).text
    #expect(diff.contains("\nGONE?  ") && !diff.contains("\nFIXED  "), "\(diff)")
    let sources = try ToolRun.rxtrace("render", "leaky.rxtrace", "--invert", in: folder.path).text
    #expect(sources.contains(#/\n ✗ +[0-9]+ +[0-9]+ +-  /#), "\(sources)")
    let tree = try ToolRun.rxtrace("render", "leaky.rxtrace", in: folder.path).text
    #expect(tree.contains(#/ #10  subscribe .*\+ +-  ALIVE/#))
  }

  @Test(arguments: verbs)
  func `Every answer says that values were not recorded`(verb: [String]) throws {
    try write("leaky.rxtrace", repaired: false)
    try write("fixed.rxtrace", repaired: true)
    let run = try ToolRun(ToolRun.tool, [verb[0], "leaky.rxtrace"] + verb.dropFirst(), in: folder.path)
    #expect((run.text + run.errors).contains("not recorded"), "\(run.text)\(run.errors)")
  }

  @Test(
    arguments: [["leaks"], ["stats"], ["render"], ["check"], ["diff", "fixed.rxtrace"], ["show", "#10"]])
  func `So does every report`(verb: [String]) throws {
    try write("leaky.rxtrace", repaired: false)
    try write("fixed.rxtrace", repaired: true)
    let run = try ToolRun(
      ToolRun.tool, [verb[0], "leaky.rxtrace"] + verb.dropFirst() + ["--format", "json"], in: folder.path)
    #expect(run.text.contains(#""values_recorded":false"#))
  }
}
