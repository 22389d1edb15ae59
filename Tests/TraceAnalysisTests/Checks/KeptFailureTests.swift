import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// A share that keeps the failure of its one connection.
struct KeptFailureTests {
  /// The connection fails at 1.5 s; so many subscribers come later, one each second.
  private func troubles(
    later: Int, from start: Double = 2, apart: Double = 1, within seconds: Double = 0.0001, values: Int = 0,
    asksAgain: Bool = false, isRetried: Bool = false
  ) -> [String] {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 1)
    let share = script.subscribe("share", "a.swift:3", for: root, traits: .countedShare, at: 1)
    let source = script.subscribe("work", "a.swift:2", for: share, as: .shared, at: 1)
    script.add(.connected(connection: 1, source: source, subscribers: 1), 1)
    script.add(.joined(share, connection: 1), 1)
    for _ in 0..<values { script.next([source, share, root], at: 1.2) }
    script.fail([source, share, root], "busy", at: 1.5)
    let retrying = script.subscribe("subscribe", "a.swift:10", at: 1.55)
    for number in 0..<later {
      let time = start + Double(number) * apart
      let root = isRetried ? retrying : script.subscribe("subscribe", "a.swift:9", at: time)
      let share = script.subscribe("share", "a.swift:3", for: root, traits: .countedShare, at: time)
      var path = [share, root]
      if asksAgain {
        let source = script.subscribe("work", "a.swift:2", for: share, as: .shared, at: time)
        script.add(.connected(connection: UInt64(2 + number), source: source, subscribers: 1), time)
        script.add(.joined(share, connection: UInt64(2 + number)), time)
        path = [source] + path
      }
      script.fail(isRetried ? [share] : path, "busy", at: time + seconds)
    }
    script.next([script.subscribe("subscribe", "main.swift:1", at: 9.5)], at: 9.8)
    return script.troubles(ended: 10).filter { $0.hasPrefix("kept-failure") }
  }

  @Test func `The failure is told with its time, and how many got it since`() {
    #expect(
      troubles(later: 3) == [
        "kept-failure share 3: work 2 failed at 1500ms, and the failure is kept: 3 subscriptions got it at once since then,"
          + " without a connection of their own"
      ])
    #expect(troubles(later: 2).isEmpty)
  }

  @Test func `Nothing is said where the share asks again, where it takes time, or where values had come`() {
    #expect(troubles(later: 3, asksAgain: true).isEmpty)
    #expect(troubles(later: 3, within: 0.2).isEmpty)
    #expect(troubles(later: 3, values: 1).isEmpty)
  }

  @Test func `Nothing is said of subscribers that come together, and of attempts of one subscriber`() {
    #expect(troubles(later: 3, from: 1.6, apart: 0.01).isEmpty)
    #expect(troubles(later: 5, isRetried: true).isEmpty)
  }
}
