import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// An operator that lets the clock decide what it passes on, below a source that never rests.
struct NeverQuietTests {
  /// `prices.debounce()`: so many prices come within so many seconds, and so many are passed on.
  private func troubles(
    prices: Int = 400, within seconds: Double = 8, passed: Int = 0, traits: SiteTraits = .timer,
    endsAt: Double? = nil
  ) -> [String] {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let debounce = script.subscribe("debounce", "a.swift:8", for: root, traits: traits, at: 0)
    let source = script.subscribe("PublishSubject", "a.swift:7", for: debounce, at: 0)
    for price in 0..<prices {
      let time = Double(price) * seconds / Double(prices)
      script.next(price < passed ? [source, debounce, root] : [source], at: time)
    }
    if let endsAt { script.complete([source, debounce, root], at: endsAt) }
    return script.troubles(ended: 10).filter { $0.hasPrefix("never-quiet") }
  }

  @Test func `What never passes a value on is named, with how many came, and in how long`() {
    #expect(
      troubles() == [
        "never-quiet debounce 8: waits for a pause among its values: it has passed on none of the 400 values that came "
          + "within 7980ms"
      ])
  }

  @Test func `Nothing is said of few, of a burst, of one that passed some or ended, nor of other operators`()
  {
    #expect(troubles(prices: 99).isEmpty)
    #expect(troubles(within: 0.2).isEmpty)
    #expect(troubles(passed: 1).isEmpty)
    #expect(troubles(endsAt: 9).isEmpty)
    #expect(troubles(traits: []).isEmpty)
    #expect(troubles(traits: [.timer, .buffers]).isEmpty)
  }
}
