import Foundation
import Testing

/// What `rxtrace leaks` makes of logtap's mistakes, on a log of 6,000 lines.
@Suite struct LogtapLeakTests {
  private func leaks(_ mistake: String) throws -> String {
    let scratch = try Scratch()
    let (log, recording) = (scratch.file("log"), scratch.file("logtap.rxtrace"))
    var (text, time) = ("", 1_790_000_000)
    for round in 0..<300 {
      for source in 0..<20 { text += "\(time) source\(source) round \(round)\n" }
      time += round % 10 == 9 ? 3600 : 2
    }
    try text.write(toFile: log, atomically: false, encoding: .utf8)
    let recorded = try Programs.run(
      Programs.path("rxtrace"),
      ["record", "-o", recording, "--", Programs.path("logtap"), "--leak", mistake, log])
    #expect(recorded.status == 0)
    #expect(recorded.output.contains("6000 lines   6000 entries"))
    return try Programs.run(Programs.path("rxtrace"), ["leaks", recording]).output
  }

  /// The line that says which leak it is.
  private func summary(_ leaks: String) -> Substring {
    leaks.split(separator: "\n").first { $0.hasPrefix("LEAK A") } ?? ""
  }

  /// The lines that say which leaks there are: what fell silent is told apart from what goes on sending.
  private func summaries(_ leaks: String) -> [Substring] {
    leaks.split(separator: "\n").filter { $0.hasPrefix("LEAK ") }
  }

  /// Where the mistake is in logtap's source.
  private func line(of code: String) throws -> Int {
    let path = "\(Programs.repository)/Sources/Examples/logtap/Sessions/LeakingSession.swift"
    let lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
    return try #require(lines.firstIndex { $0.contains(code) }) + 1
  }

  /// The two places of a row.
  private func places(_ first: String, _ second: String) throws -> String {
    try "LeakingSession.swift:\(line(of: first)), LeakingSession.swift:\(line(of: second)) "
  }

  @Test func `without a mistake there is no leak, and nothing is alive at the end`() throws {
    let leaks = try leaks("none")
    #expect(leaks.hasPrefix("no leaks "))
    #expect(!leaks.contains("open"))
    #expect(!leaks.contains("long-lived"))
  }

  @Test func `a forgotten disposable is named, for certain, with its line`() throws {
    let leaks = try leaks("create")
    let places = try places("Signal.create", "beats.subscribe")
    #expect((1...2).contains(summaries(leaks).count))
    #expect(summaries(leaks).allSatisfy { $0.contains(places) }, "\(leaks)")
    #expect(summary(leaks).contains(" certain "))
  }

  @Test func `a stop signal in the wrong place is named, with its line`() throws {
    let leaks = try leaks("inner")
    let places = try places(".flatMap", ".take(until: closed)")
    #expect((1...2).contains(summaries(leaks).count))
    #expect(summaries(leaks).allSatisfy { $0.contains(places) }, "\(leaks)")
    #expect(summary(leaks).contains(" likely "))
    #expect(leaks.contains("take(until:) is upstream of flatMap"))
  }
}
