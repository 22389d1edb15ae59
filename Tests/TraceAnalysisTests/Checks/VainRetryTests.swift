import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// `retry` of a source that keeps its failure.
struct VainRetryTests {
  /// The first attempt fails after a second; so many more begin then, each over within `seconds`.
  private func troubles(
    _ more: Int, of source: String = "ReplaySubject", within seconds: Double = 0.0002, joins: UInt64? = 900
  ) -> [String] {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let retry = script.subscribe("retry", "a.swift:8", for: root, at: 0)
    for attempt in 0...more {
      let begun = attempt == 0 ? 0.1 : 1 + Double(attempt) * 0.5
      let origin = script.subscribe(source, "a.swift:6", for: retry, joining: joins, at: begun)
      script.fail([origin], "no", at: attempt == 0 ? 1 : begun + seconds)
    }
    script.next([script.subscribe("subscribe", "main.swift:1", at: 9)], at: 9.5)
    return script.troubles(ended: 10).filter { $0.hasPrefix("vain-retry") }
  }

  @Test func `Attempts that get the kept failure at once are told`() {
    #expect(
      troubles(2) == [
        "vain-retry retry 8: subscribed again 2 times to ReplaySubject 6, which had failed and keeps that: each attempt got "
          + "the failure at once"
      ])
  }

  @Test func `One attempt, attempts that take time, and work that is begun anew are not told`() {
    #expect(troubles(1).isEmpty)
    #expect(troubles(2, within: 0.2).isEmpty)
    #expect(troubles(2, of: "create", joins: nil).isEmpty)
    #expect(troubles(2, joins: nil).isEmpty, "nothing says that it is one subject")
  }
}
