import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// An operator that ignores what comes while an inner signal lives, and an inner signal that lives for ever.
struct TurnedAwayTests {
  /// `visitors.first { greeting }`: so many visitors come, and the greeting of the first one may end.
  private func troubles(
    visitors: Int, inners: Int = 1, traits: SiteTraits = .flattens, inner: SiteTraits = [],
    endsAt: Double? = nil
  ) -> [String] {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let first = script.subscribe("first", "a.swift:8", for: root, traits: traits, at: 0)
    let source = script.subscribe("PublishSubject", "a.swift:7", for: first, at: 0)
    for visitor in 1...visitors {
      let time = Double(visitor) * 9 / Double(visitors)
      script.next([source], at: time)
      guard visitor <= inners else { continue }
      let greeting = script.subscribe(
        "greeting", "a.swift:6", for: first, as: .inner, number: UInt32(visitor), traits: inner, at: time)
      if let endsAt { script.complete([greeting], at: endsAt) }
    }
    return script.troubles(ended: 10).filter { $0.hasPrefix("turned-away") }
  }

  @Test func `The inner signal that keeps it busy is named, with what came for nothing`() {
    #expect(
      troubles(visitors: 30) == [
        "turned-away first 8: has followed #4, greeting 6, which does not end, and has ignored the 29 values since"
      ])
  }

  @Test func `Nothing is said of few, of one that ends or may be stopped, and of operators that follow more`()
  {
    #expect(troubles(visitors: 10).isEmpty)
    #expect(troubles(visitors: 30, endsAt: 9.5).isEmpty)
    #expect(troubles(visitors: 30, inner: .stops).isEmpty)
    #expect(troubles(visitors: 30, inners: 2).isEmpty)
    #expect(troubles(visitors: 30, traits: [.flattens, .buffers]).isEmpty)
    #expect(troubles(visitors: 30, traits: [.flattens, .stops]).isEmpty)
    #expect(troubles(visitors: 30, traits: []).isEmpty)
  }
}
