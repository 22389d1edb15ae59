import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Subscribers of a state that is told once.
struct ToldBeforeTests {
  /// One that comes at 1 s gets the value at 1.2 s. So many come later, from 2 s on.
  private func troubles(
    later: Int, first: Bool = true, by operation: String = "take", greets: Bool = false,
    sentAgain: Double? = nil, until end: Double = 9, control: Bool = false, isOneSource: Bool = true
  ) -> [String] {
    var script = TraceScript()
    let lamp = script.subscribe("subscribe", "a.swift:1", at: 0.5)
    let seen = script.subscribe("states", "a.swift:5", for: lamp, joining: 900, at: 0.5)
    func window(_ number: Int, at time: Double) -> [SubscriptionID] {
      let root = script.subscribe("subscribe", "a.swift:9", at: time)
      let take = script.subscribe(operation, "a.swift:8", for: root, at: time)
      if control { script.subscribe("closed", "a.swift:4", for: take, as: .control, at: time) }
      let filter = script.subscribe("filter", "a.swift:7", for: take, at: time)
      let source = isOneSource ? 900 : 900 + UInt64(number)
      let states = script.subscribe("states", "a.swift:5", for: filter, joining: source, at: time)
      if greets { script.next([states], at: time) }
      return [states, filter, take, root]
    }
    if first {
      let path = window(0, at: 1)
      script.next([seen, lamp], at: 1.2)
      script.next(path, at: 1.2)
      script.complete([path[2], path[3]], at: 1.2)
      script.dispose([path[1], path[0]], .downstream, at: 1.2)
    }
    for number in 0..<later {
      let path = window(number + 1, at: 2 + Double(number) / 10)
      script.dispose(path.reversed(), .owner, at: end)
    }
    if let sentAgain { script.next([seen, lamp], at: sentAgain) }
    script.next([script.subscribe("subscribe", "main.swift:1", at: 9.5)], at: 9.8)
    return script.troubles(ended: 10).filter { $0.hasPrefix("told-before") }
  }

  @Test func `The subject is named, with the subscribers that came too late`() {
    #expect(
      troubles(later: 3) == [
        "told-before states 5: keeps no value, and the last one on record came at 1200ms: 3 subscriptions of take 8 came later"
          + " and got none; earlier ones had theirs after 200ms at most"
      ])
    #expect(troubles(later: 2).isEmpty)
  }

  @Test func `Nothing is said of a subject that greets, has sent since, or never sent before`() {
    #expect(troubles(later: 3, greets: true).isEmpty)
    #expect(troubles(later: 3, sentAgain: 5).isEmpty)
    #expect(troubles(later: 3, first: false).isEmpty)
  }

  @Test func `Nothing is said of a short wait, and of subjects of their own`() {
    #expect(troubles(later: 3, until: 2.9).isEmpty)
    #expect(troubles(later: 3, isOneSource: false).isEmpty)
  }

  @Test func `Nothing is said where a signal is to end them, or where all values are wanted`() {
    #expect(troubles(later: 3, control: true).isEmpty)
    #expect(troubles(later: 3, by: "map").isEmpty)
  }
}
