import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// `forkJoin` of a request and of a cache that forgets to complete.
struct AnswerWithoutEndTests {
  private static let closure: SiteTraits = [.source, .subscribesInUserCode]

  /// So many pages, one a second. The first ones get an end; the others wait so long after their answer.
  private func troubles(
    ended: Int = 1, unended: Int, waiting seconds: Double = 0.7, of traits: SiteTraits = closure,
    by operation: String = "join", through map: String = "map", requestEnds: Bool = true
  ) -> [String] {
    var script = TraceScript()
    for page in 0..<ended + unended {
      let time = 1 + Double(page)
      let root = script.subscribe("subscribe", "a.swift:9", at: time)
      let join = script.subscribe(
        operation, "a.swift:8", for: root, traits: operation == "join" ? [.gathers, .ends] : .gathers,
        at: time)
      let request = script.subscribe("request", "a.swift:7", for: join, at: time)
      let step = script.subscribe(map, "a.swift:6", for: join, at: time)
      let cache = script.subscribe("cache", "a.swift:5", for: step, traits: traits, at: time)
      script.next([request], at: time + 0.05)
      if requestEnds { script.complete([request], at: time + 0.05) }
      script.next([cache, step], at: time + 0.1)
      if page < ended {
        script.complete([cache, step], at: time + 0.1)
        script.next([join, root], at: time + 0.1)
        script.complete([join, root], at: time + 0.1)
      } else {
        script.dispose([root, join, request, step, cache], .owner, at: time + 0.1 + seconds)
      }
    }
    script.next([script.subscribe("subscribe", "main.swift:1", at: 9.5)], at: 9.8)
    return script.troubles(ended: 10).filter { $0.hasPrefix("answer-without-end") }
  }

  @Test func `The closure is named, and the operator that waits for its end`() {
    #expect(
      troubles(unended: 3) == [
        "answer-without-end cache 5: sent a value and no end 3 of 4 times: join 8 had the ends of its other inputs and waited"
          + " for this one"
      ])
    #expect(troubles(unended: 2).count == 1)
    #expect(troubles(unended: 1).isEmpty)
  }

  @Test func `Nothing is said where none has an end, and where its time was short`() {
    #expect(troubles(ended: 0, unended: 4).isEmpty)
    #expect(troubles(unended: 3, waiting: 0.4).isEmpty)
  }

  @Test func `Nothing is said where another input is missing as well, and where something ends the source`() {
    #expect(troubles(unended: 3, requestEnds: false).isEmpty)
    #expect(troubles(unended: 3, through: "take").isEmpty)
  }

  @Test func `Nothing is said of a subject, and of an operator that waits for no end`() {
    #expect(troubles(unended: 3, of: [.source, .hot]).isEmpty)
    #expect(troubles(unended: 3, by: "both").isEmpty)
  }
}
