import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Replays that go on being filled after their only reader has left.
struct KeptForNobodyTests {
  /// So many buffers, a reader each. Of the first `left` the reader leaves, and so many values come afterwards.
  private func troubles(
    _ buffers: Int = 4, left: Int = 3, told counts: [UInt64] = [1, 2, 4, 8], ended: UInt32 = 0,
    traits: SiteTraits = [.source, .hot, .buffers], comesAgain: Bool = false, hasSecond: Bool = false
  ) -> [String] {
    var script = TraceScript()
    for number in 0..<buffers {
      let (source, time) = (900 + UInt64(number), 1 + Double(number) / 10)
      func read(at time: Double) -> [SubscriptionID] {
        let root = script.subscribe("subscribe", "a.swift:9", at: time)
        let buffer = script.subscribe(
          "buffer", "a.swift:3", for: root, traits: traits, joining: source, at: time)
        return [root, buffer]
      }
      let reader = read(at: time)
      if hasSecond { script.dispose(read(at: time), .explicit, at: time + 0.05) }
      script.next(reader.reversed(), at: time + 0.05)
      guard number < left else { continue }
      script.dispose(reader, .explicit, at: 2)
      for (place, count) in counts.enumerated() {
        script.add(.unheard(source: source, within: nil, count: count, ended: ended), 3 + Double(place))
      }
      if comesAgain { _ = read(at: 8) }
    }
    script.next([script.subscribe("subscribe", "main.swift:1", at: 9.5)], at: 9.8)
    return script.troubles(ended: 10).filter { $0.hasPrefix("kept-for-nobody") }
  }

  @Test func `The line of the replays is named, with how many have no reader`() {
    #expect(
      troubles() == [
        "kept-for-nobody buffer 3: 3 of 4 have lost their only subscriber and keep all that still comes: at least 8 values each"
          + " so far"
      ])
  }

  @Test func `Nothing is said of two, of a few values, and of what keeps a limited number or has ended`() {
    #expect(troubles(left: 2).isEmpty)
    #expect(troubles(told: [1, 2, 4]).isEmpty)
    #expect(troubles(traits: [.source, .hot]).isEmpty)
    #expect(troubles(ended: 1).isEmpty)
  }

  @Test func `Nothing is said of replays that are read again, or that several have read`() {
    #expect(troubles(comesAgain: true).isEmpty)
    #expect(troubles(hasSecond: true).isEmpty)
  }
}
