import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Operators that gather answers, of which one is empty now and then.
struct EmptyInputTests {
  private static let pairing: SiteTraits = [.gathers, .buffers]
  private static let finite: SiteTraits = [.source, .timer, .ends]

  /// So many times in turn, a request and a second input are gathered. Of the first ones the second input is empty.
  private func troubles(
    empty: Int, of count: Int = 5, by traits: SiteTraits = pairing, request: SiteTraits = finite,
    values: Int = 1, isAnsweredBelow: Bool = false
  ) -> [String] {
    var script = TraceScript()
    for number in 0..<count {
      let time = 1 + Double(number)
      let root = script.subscribe("subscribe", "a.swift:9", at: time)
      let below = script.subscribe("map", "a.swift:8", for: root, at: time)
      let both = script.subscribe("both", "a.swift:7", for: below, traits: traits, at: time)
      let map = script.subscribe("map", "a.swift:6", for: both, at: time)
      let work = script.subscribe("request", "a.swift:6", for: map, traits: request, at: time)
      let part = script.subscribe("part", "a.swift:5", for: both, at: time)
      if number < empty {
        script.complete([part], at: time)
        script.complete([both], at: time)
        if isAnsweredBelow { script.next([below, root], at: time) }
        script.complete([below, root], at: time)
        script.dispose([map, work], .downstream, at: time)
      } else {
        script.next([part], at: time)
        script.complete([part], at: time)
        script.next([work, map], at: time + 0.2)
        for _ in 0..<values { script.next([both, below, root], at: time + 0.2) }
        script.complete([work, map, both, below, root], at: time + 0.2)
      }
    }
    return script.troubles(ended: 10).filter { $0.hasPrefix("empty-input") }
  }

  @Test func `It is said how often an empty input ended all, and that another was at work`() {
    let told = [
      "empty-input both 7: completed without a value 2 of 5 times, as its 2nd input had, part 5: 1 other input was stopped"
        + " without an answer"
    ]
    #expect(troubles(empty: 2) == told)
    #expect(troubles(empty: 2, by: [.gathers, .ends]) == told)
    #expect(troubles(empty: 1).first?.contains("1 of 5 times") == true)
  }

  @Test func `Nothing is said where none sends, of streams, and of what keeps the newest`() {
    #expect(troubles(empty: 5).isEmpty)
    #expect(troubles(empty: 2, values: 3).isEmpty)
    #expect(troubles(empty: 2, by: .gathers).isEmpty)
  }

  @Test func `Nothing is said where the other input is a pace or a subject, or an operator below answers`() {
    #expect(troubles(empty: 2, request: [.source, .timer, .endless]).isEmpty)
    #expect(troubles(empty: 2, request: [.source, .hot]).isEmpty)
    #expect(troubles(empty: 2, isAnsweredBelow: true).isEmpty)
  }
}
