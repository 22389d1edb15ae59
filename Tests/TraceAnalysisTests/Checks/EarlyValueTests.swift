import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// `withLatestFrom` whose values come before there is something to combine them with.
struct EarlyValueTests {
  /// Presses at these times; the other signal sends at 3 s, and each second from then on.
  private func troubles(
    _ presses: [Double], by traits: SiteTraits = .gathers, first: Double = 3, until end: Double = 9,
    anotherSends: Bool = false, completes: Bool = false
  ) -> [String] {
    var script = TraceScript()
    for number in 0..<(anotherSends ? 2 : 1) {
      let root = script.subscribe("subscribe", "a.swift:9", at: 1)
      let both = script.subscribe("both", "a.swift:8", for: root, traits: traits, at: 1)
      let other = script.subscribe("space", "a.swift:7", for: both, at: 1)
      let map = script.subscribe("map", "a.swift:6", for: both, at: 1)
      let press = script.subscribe("press", "a.swift:5", for: map, at: 1)
      for time in presses { script.next([press, map], at: time) }
      for second in 0..<3 { script.next([other], at: first + Double(second)) }
      if number == 1 { script.next([press, map, both, root], at: first + 1) }
      if completes { script.complete([press, map, both, root], at: first + 3) }
      script.dispose([root, both, other, map, press], .owner, at: end)
    }
    script.next([script.subscribe("subscribe", "main.swift:1", at: 9.5)], at: 9.8)
    return script.troubles(ended: 10).filter { $0.hasPrefix("early-value") }
  }

  @Test func `It is said how long before their partner the values came`() {
    #expect(
      troubles([2]) == [
        "early-value both 8: dropped the only value of press 5: it came 1000ms before the first of space 7, and none has come"
          + " since"
      ])
    #expect(
      troubles([1.5, 1.7, 2]) == [
        "early-value both 8: dropped all 3 values of press 5: the last came 1000ms before the first of space 7, and none has"
          + " come since"
      ])
  }

  @Test func `Nothing is said where one is sent at last, or another of the line sends`() {
    #expect(troubles([2, 3.5]).isEmpty)
    #expect(troubles([2], anotherSends: true).isEmpty)
  }

  @Test func `Nothing is said of values of one moment, of what has just begun, and of what ended`() {
    #expect(troubles([2.999]).isEmpty)
    #expect(troubles([2], until: 4.4).isEmpty)
    #expect(troubles([2], completes: true).isEmpty)
    #expect(troubles([2], by: [.gathers, .buffers]).isEmpty)
  }

  @Test func `An input that has sent nothing is another matter`() {
    #expect(troubles([]).isEmpty)
  }
}
