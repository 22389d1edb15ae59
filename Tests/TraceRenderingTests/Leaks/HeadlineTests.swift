import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

@testable import TraceRendering

/// That there are no leaks is said only where nothing is suspected, found or awaited.
struct HeadlineTests {
  /// A subscriber that is disposed just before the end, and a source that has had no time for it.
  private static let settling: AnalyzedTrace = {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:2", at: 0)
    script.subscribe("interval", "a.swift:1", for: root, at: 0)
    script.dispose([root], .explicit, at: 9.8)
    return AnalyzedTrace(script.trace, began: TraceScript.start, ended: TraceScript.time(10))
  }()

  /// Four subscriptions, one after the other, that nothing ends.
  private static let suspicious: AnalyzedTrace = {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    for second in 1...4 {
      script.next([clock], at: Double(second) - 0.1)
      let root = script.subscribe("subscribe", "a.swift:2", at: Double(second))
      script.subscribe("PublishSubject", "a.swift:1", for: root, at: Double(second))
      script.add(.handleReleased(root), Double(second))
    }
    script.next([clock], at: 9)
    return AnalyzedTrace(script.trace, began: TraceScript.start, ended: TraceScript.time(10))
  }()

  private func text(_ trace: AnalyzedTrace, findings: [any Finding]? = nil) -> String {
    Headline(trace, findings: findings).text
  }

  @Test func `one finding alone is named with its place`() throws {
    let finding = try #require(AnalyzedTrace.feedd.findings.first)
    let place = Places(AnalyzedTrace.feedd.forest).text(finding.site)
    #expect(
      text(.repairedFeedd, findings: [finding])
        == "no proven leak; 1 finding: \(type(of: finding).check), \(place)")
    #expect(text(.repairedFeedd, findings: [finding, finding]) == "no proven leak; 2 findings")
    #expect(text(.repairedFeedd, findings: []) == "no leaks proven; 9 open")
    #expect(!Headline(.repairedFeedd, findings: [finding]).isQuiet)
  }

  @Test func `one suspect alone is named with its place`() {
    #expect(
      text(Self.suspicious, findings: [])
        == "no proven leak; 1 suspect: started again and again, never ended, a.swift:2, 8 alive")
  }

  @Test func `what may still be ending is not judged yet`() {
    #expect(text(Self.settling) == "not judged yet: 1 subscription may still be ending")
    #expect(!Headline(Self.settling).isQuiet)
  }

  private func several(_ traces: AnalyzedTrace...) -> String {
    var leaks = LeaksOfSeveral()
    for trace in traces { leaks.add(trace) }
    var text = ""
    leaks.write(on: Page(), to: &text)
    return String(text.prefix { $0 != "\n" })
  }

  @Test func `several recordings are called clean only where all are`() {
    #expect(several(.repairedFeedd, .repairedFeedd) == "in 2 recordings: no leaks")
    #expect(
      several(.repairedFeedd, Self.settling) == "in 2 recordings: no leaks in 1; 1 recording not judged")
    #expect(several(Self.settling) == "in 1 recording: 1 recording not judged")
    #expect(several(.repairedFeedd, Self.suspicious).hasPrefix("in 2 recordings: no proven leak; 1 suspect"))
    #expect(
      several(.feedd, Self.suspicious, Self.settling).hasPrefix(
        "in 3 recordings: 2 kinds of leak, 11 subscriptions; 1 suspect"))
    #expect(several(.feedd, Self.settling).hasSuffix("; 1 recording not judged"))
  }

  @Test(arguments: [40, 50, 60, 70, 80, 100])
  func `the reason is never left out`(width: Int) {
    let text = render(.feedd, as: .leaks(on: Page(width: width)))
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= max(width, 40) })
    let summary = lines.prefix { !$0.hasPrefix("──") }.joined(separator: " ").split(separator: " ")
    for title in ["dispose was not passed on", "inner outlived its stop signal"] {
      let words = title.split(separator: " ")
      #expect(summary.indices.contains { summary[$0...].starts(with: words) }, "\(title) in \(text)")
    }
  }
}
