import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Values that found no room are told apart from those that came too late.
struct OverflownTests {
  /// `subject.deliver(on:bound:)`: so many values find no room, then it is disposed, then so many come late.
  private func findings(overflow: Int, late: Int, traits: SiteTraits = .buffers) -> [String] {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let deliver = script.subscribe("deliver", "a.swift:8", for: root, traits: traits, at: 0)
    for index in 0..<overflow { script.add(.dropped(deliver, .next), 1 + Double(index) / 100) }
    script.dispose([deliver, root], .explicit, at: 3)
    for index in 0..<late { script.add(.dropped(deliver, .next), 4 + Double(index) / 100) }
    let forest = script.forest(ended: 10)
    return Checks.findings(in: forest, Verdicts(forest)).filter { $0.name == "deliver" }.map(\.line)
  }

  @Test func `they are counted, and did not come after the end`() {
    #expect(
      findings(overflow: 12, late: 0) == [
        "overflown deliver 8: 12 values found no room and were dropped: more came than may wait"
      ])
    #expect(findings(overflow: 1, late: 0).first?.contains("1 value found no room and was dropped") == true)
  }

  @Test func `what comes after the end came after the end`() {
    let both = findings(overflow: 2, late: 2)
    #expect(both.count == 2 && both.contains { $0.hasPrefix("dropped deliver 8: 2 values came") })
    #expect(findings(overflow: 2, late: 0, traits: []).allSatisfy { !$0.hasPrefix("overflown") })
  }
}
