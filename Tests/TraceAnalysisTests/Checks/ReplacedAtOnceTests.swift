import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Requests that replace each other as soon as they are made.
struct ReplacedAtOnceTests {
  /// So many pages, one each second, with so many parts. Each part asks for its data, and all but the last are replaced.
  private func troubles(
    pages: Int = 3, parts: Int = 2, single: Int = 0, apart distance: Double = 0, through step: String = "map",
    of traits: SiteTraits = [.source, .subscribesInUserCode], hasAnswers: Bool = false, isState: Bool = false,
    isReplaced: Bool = true, isLastAnswered: Bool = true, isAskedAtOnce: Bool = false
  ) -> [String] {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0.5)
    let latest = script.subscribe("flatMapLatest", "a.swift:8", for: root, at: 0.5)
    let map = script.subscribe(step, "a.swift:7", for: latest, at: 0.5)
    let queries = script.subscribe("PublishSubject", "a.swift:6", for: map, joining: 900, at: 0.5)
    if isState { script.next([queries, map], at: 0.5) }
    script.subscribe("subscribe", "main.swift:2", at: 0.5)
    if isAskedAtOnce { script.next([queries, map], at: 0.5) }
    var last: SubscriptionID?
    for page in 0..<(pages + single) {
      for part in 0..<(page < pages ? parts : 1) {
        let time = 1 + Double(page) / 2 + distance * Double(part)
        let value = script.next([queries, map], at: time)
        if let last, isReplaced, part > 0 { script.dispose([last], .replaced, cause: value, at: time) }
        let request = script.subscribe("get", "a.swift:4", for: latest, as: .inner, traits: traits, at: time)
        if hasAnswers { script.next([request, latest, root], at: time) }
        last = request
      }
      if let last {
        let time = 1.3 + Double(page) / 2
        if isLastAnswered { script.next([last, latest, root], at: time) }
        script.complete([last], at: time)
      }
    }
    script.dispose([root, latest, map, queries], .explicit, at: 9)
    script.next([script.subscribe("subscribe", "main.swift:1", at: 9.5)], at: 9.8)
    return script.troubles(ended: 10).filter { $0.hasPrefix("replaced-at-once") }
  }

  @Test func `The operator is told, with the bursts and the requests without an answer`() {
    let told = [
      "replaced-at-once flatMapLatest 8: 3 of its 6 inner signals were replaced at once, before their first value,"
        + " in 3 bursts of PublishSubject 6: flatMap answers each value, and debounce begins only the last of a burst"
    ]
    #expect(troubles() == told)
    #expect(troubles(isAskedAtOnce: true) == told)
    #expect(troubles(parts: 3).first?.contains("6 of its 9 inner signals") == true)
    #expect(troubles(pages: 2).isEmpty)
    #expect(troubles(single: 3).isEmpty)
    #expect(troubles(single: 2).count == 1)
  }

  @Test func `Nothing is said of a state, of a clock between, and of values that somebody types`() {
    #expect(troubles(isState: true).isEmpty)
    #expect(troubles(through: "debounce").isEmpty)
    #expect(troubles(apart: 0.01).isEmpty)
  }

  @Test func `Nothing is said where answers come, where none comes, and where nothing is replaced or worked`()
  {
    #expect(troubles(hasAnswers: true).isEmpty)
    #expect(troubles(isLastAnswered: false).isEmpty)
    #expect(troubles(isReplaced: false).isEmpty)
    #expect(troubles(of: [.source, .timer, .ends]).isEmpty)
  }
}
