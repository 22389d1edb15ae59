import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// What is put on top of what was subscribed to before, time after time.
struct DeeperRuleTests {
  /// Subscriptions that take each other's place, of so many operators each.
  private func rounds(
    _ depths: [Int], between: Bool = false, line: (Int) -> Int = { _ in 5 },
    ending: (inout TraceScript, [SubscriptionID], Double) -> Void
  ) -> TraceScript {
    var script = TraceScript()
    var last: [SubscriptionID] = []
    for (round, depth) in depths.enumerated() {
      let time = Double(round)
      if !last.isEmpty { ending(&script, last, time) }
      last = [script.subscribe("subscribe", "a.swift:9", at: time)]
      for _ in 0..<depth {
        last.append(script.subscribe("filter", "a.swift:\(line(round))", for: last[last.count - 1], at: time))
        if between { last.append(script.subscribe("map", "a.swift:6", for: last[last.count - 1], at: time)) }
      }
      last.append(script.subscribe("feed", "a.swift:1", for: last[last.count - 1], at: time))
    }
    return script
  }

  private static let replaced: @Sendable (inout TraceScript, [SubscriptionID], Double) -> Void = {
    $0.dispose($1, .explicit, at: $2)
  }

  private func leaks(_ script: TraceScript) -> [Leak] {
    script.verdicts(ended: 100, minimum: .possible).leaks
  }

  @Test func `Each deeper than the one before is likely, at the operator that is put on top`() throws {
    let leak = try #require(leaks(rounds(Array(1...20), ending: Self.replaced)).first)
    #expect(leak.reason == .nestedInItself)
    #expect(leak.confidence == .likely)
    #expect(leak.site.line == 5)
    #expect(leak.hint == .buildFromSource(site: leak.site))
    let root = LifeIndex(number: leak.instances[0])
    #expect(
      leak.evidence.map { $0 as? DeeperEachTime }
        == [DeeperEachTime(life: root, site: leak.site, depth: 20, count: 20)])
  }

  @Test func `So it is where several operators are put on top each time`() {
    #expect(
      leaks(rounds(Array(1...20), between: true, ending: Self.replaced)).map(\.reason) == [.nestedInItself])
  }

  @Test func `What is as deep each time, becomes thinner again or is not deep yet is silent`() {
    for depths in [Array(repeating: 20, count: 20), Array(0..<18) + [3], Array(0..<10)] {
      #expect(!leaks(rounds(depths, ending: Self.replaced)).contains { $0.reason == .nestedInItself })
    }
  }

  @Test func `What comes to its own end each time was as deep as it had to be`() {
    let script = rounds(Array(0..<20)) { script, last, time in script.complete(last.reversed(), at: time) }
    #expect(!leaks(script).contains { $0.reason == .nestedInItself })
  }

  @Test func `Where another line is the deepest each time none is ever deeper`() {
    #expect(
      leaks(rounds(Array(1...20), line: { 20 + $0 }, ending: Self.replaced)).allSatisfy {
        $0.reason != .nestedInItself
      })
  }
}
