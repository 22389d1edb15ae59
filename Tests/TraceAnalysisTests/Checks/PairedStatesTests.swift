import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// `zip` of states, which have a value for each subscriber that comes.
struct PairedStatesTests {
  private static let pairing: SiteTraits = [.gathers, .buffers]
  private static let state: SiteTraits = [.source, .hot]

  /// Two states that send so many values: the first as they are subscribed to, the others in the seconds after.
  private func troubles(
    _ first: Int, _ second: Int, by traits: SiteTraits = pairing, of source: SiteTraits = state,
    through map: String? = nil, leavingOut: Int = 0, greets: Bool = true, settle: Duration? = nil
  ) -> [String] {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 1)
    let both = script.subscribe("both", "a.swift:8", for: root, traits: traits, at: 1)
    var ways: [[SubscriptionID]] = []
    for (number, line) in [6, 7].enumerated() {
      let step = map.map { script.subscribe($0, "a.swift:5", for: both, at: 1) }
      let state = script.subscribe(
        "state", "a.swift:\(line)", for: step ?? both, traits: source, joining: UInt64(900 + number), at: 1)
      ways.append([state] + (step.map { [$0] } ?? []))
      if greets || number == 0 { script.next(ways[number], at: 1) }
    }
    for (way, count) in zip(ways, [first, second]) {
      for value in 1..<count {
        script.next(value <= leavingOut ? [way[0]] : way, at: 1.5 + Double(value) / Double(count))
      }
      if !greets, way == ways[1] { script.next(way, at: 2.9) }
    }
    script.dispose([root, both] + ways.flatMap { $0.reversed() }, .owner, at: 9)
    script.next([script.subscribe("subscribe", "main.swift:1", at: 9.5)], at: 9.8)
    return script.troubles(ended: 10, options: .init(settle: settle)).filter { $0.hasPrefix("paired-states") }
  }

  @Test func `The states are named, with the values that wait`() {
    let told = [
      "paired-states both 8: pairs the values of states one by one: 7 of state 6, 2 of state 7; 5 values wait for a partner"
    ]
    #expect(troubles(7, 2) == told)
    #expect(troubles(7, 2, through: "map") == told)
    #expect(troubles(4, 1).first?.hasSuffix("3 values wait for a partner") == true)
  }

  @Test func `Nothing is said of states that keep step, or that were followed for a moment`() {
    #expect(troubles(3, 1).isEmpty)
    #expect(troubles(7, 4).isEmpty)
    #expect(troubles(7, 2, settle: .seconds(9)).isEmpty)
  }

  @Test func `Nothing is said of events, of a history, of chosen values, and of what keeps the newest`() {
    #expect(troubles(7, 2, greets: false).isEmpty)
    #expect(troubles(7, 2, of: [.source, .hot, .buffers]).isEmpty)
    #expect(troubles(7, 2, through: "filter", leavingOut: 1).isEmpty)
    #expect(troubles(7, 2, by: .gathers).isEmpty)
  }

  @Test func `What an input that sends nothing explains is told once`() {
    #expect(troubles(300, 1).isEmpty)
  }
}
