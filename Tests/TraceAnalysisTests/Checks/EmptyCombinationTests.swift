import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// A list of signals that is empty now and then.
struct EmptyCombinationTests {
  /// `lists.flatMapLatest { combineLatest($0) }`: a list of one signal, then an empty one.
  private func troubles(
    named name: String = "combineLatest", fullFirst: Bool = true, signals: Int = 0, goesOn: Bool = true
  ) -> [String] {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let latest = script.subscribe("flatMapLatest", "a.swift:8", for: root, at: 0)
    func combination(_ signals: Int, at time: Double, number: UInt32) -> SubscriptionID {
      let inner = script.subscribe(name, "a.swift:7", for: latest, as: .inner, number: number, at: time)
      for _ in 0..<signals { script.subscribe("feed", "a.swift:6", for: inner, at: time) }
      return inner
    }
    if fullFirst {
      let full = combination(1, at: 1, number: 1)
      script.next([full, latest, root], at: 1.1)
      script.dispose([full], .replaced, at: 2)
    }
    let empty = combination(signals, at: 2, number: 2)
    script.complete([empty], at: 2)
    if !goesOn { script.complete([latest, root], at: 2) }
    return script.troubles(ended: 10).filter { $0.hasPrefix("empty-combination") }
  }

  @Test func `It is said how often the list was empty while somebody kept the value before`() {
    let words =
      "was given no signals 1 of 2 times: it completes without a value, and the value before stays in force"
    #expect(troubles() == ["empty-combination combineLatest 7: \(words)"])
    #expect(troubles(named: "zip") == ["empty-combination zip 7: \(words)"])
  }

  @Test func `Nothing is said where lists are never full, are not empty, or nobody waits, nor of a merge`() {
    #expect(troubles(fullFirst: false).isEmpty)
    #expect(troubles(signals: 1).isEmpty)
    #expect(troubles(goesOn: false).isEmpty)
    #expect(troubles(named: "merge").isEmpty)
  }
}
