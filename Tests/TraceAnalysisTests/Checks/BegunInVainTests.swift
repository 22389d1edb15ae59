import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// A queue of signals that have begun before it is their turn.
struct BegunInVainTests {
  /// So many signals come at 1 s, and the first so many are begun, each a tenth of a second after the other. Then the queue
  /// ends.
  private func troubles(
    _ signals: Int, begun: Int, isHot: Bool = true, isOneSubject: Bool = false,
    by traits: SiteTraits = [.flattens, .buffers], reason: DisposalReason = .downstream,
    completes: Bool = false, until end: Double = 3
  ) -> [String] {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 1)
    let queue = script.subscribe("queue", "a.swift:8", for: root, traits: traits, at: 1)
    let map = script.subscribe("map", "a.swift:7", for: queue, at: 1)
    let list = script.subscribe("list", "a.swift:6", for: map, at: 1)
    for _ in 0..<signals { script.next([list, map], at: 1) }
    script.complete([list, map], at: 1)
    for number in 0..<begun {
      let time = 2 + Double(number) / 10
      let inner = script.subscribe(
        "map", "a.swift:5", for: queue, as: .inner, number: UInt32(number + 1), at: time)
      let answer = script.subscribe(
        "answer", "a.swift:4", for: inner,
        traits: isHot ? [.source, .hot] : [.source, .subscribesInUserCode],
        joining: isHot ? 900 + UInt64(isOneSubject ? 0 : number) : nil, at: time)
      script.next([answer, inner, queue, root], at: time)
      script.complete([answer, inner], at: time)
    }
    if completes { script.complete([queue, root], at: end) }
    script.dispose([queue], reason, at: end)
    script.next([script.subscribe("subscribe", "main.swift:1", at: 9.5)], at: 9.8)
    return script.troubles(ended: 10).filter { $0.hasPrefix("begun-in-vain") }
  }

  @Test func `The source that makes them is named, and how many never had their turn`() {
    #expect(
      troubles(400, begun: 3) == [
        "begun-in-vain map 7: 397 of its 400 signals were never subscribed to: queue 8 ended before their turn; the 3 signals"
          + " before them are subjects, which wait for no subscriber"
      ])
    #expect(troubles(102, begun: 2).count == 1)
    #expect(troubles(101, begun: 2).isEmpty)
    #expect(troubles(400, begun: 40).isEmpty)
    #expect(troubles(400, begun: 1).isEmpty)
  }

  @Test func `Nothing is said of signals that begin with their subscriber, or that are one subject`() {
    #expect(troubles(400, begun: 3, isHot: false).isEmpty)
    #expect(troubles(400, begun: 3, isOneSubject: true).isEmpty)
  }

  @Test func `Nothing is said of what begins all at once, what completed, and the program's end`() {
    #expect(troubles(400, begun: 3, by: .flattens).isEmpty)
    #expect(troubles(400, begun: 3, completes: true).isEmpty)
    #expect(troubles(400, begun: 3, reason: .explicit, until: 9.99).isEmpty)
  }
}
