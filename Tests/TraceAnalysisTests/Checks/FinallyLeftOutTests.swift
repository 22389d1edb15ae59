import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// A closure that runs at an end alone, on subscriptions that are disposed.
struct FinallyLeftOutTests {
  /// So many loads, of which some are stopped by a signal before they end, and some are alive as the program ends.
  private func troubles(
    disposed: Int, ended: Int, failed: Int = 0, putAway: Int = 0, by name: String = "finally",
    isLossy: Bool = false
  ) -> [String] {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0.1)
    let bag = OwnerID(900)
    for number in 0..<(disposed + ended + failed + putAway) {
      let time = 1 + Double(number) / 10
      let root = script.subscribe("subscribe", "a.swift:9", at: time)
      script.add(.named(root, owner: bag, label: nil), time)
      let take = script.subscribe("take", "a.swift:8", for: root, at: time)
      let load = script.subscribe(name, "a.swift:7", for: take, at: time)
      let source = script.subscribe("create", "a.swift:6", for: load, at: time)
      if number < disposed {
        script.dispose([load, source], .trigger, at: time + 0.05)
        script.complete([take, root], at: time + 0.05)
      } else if number < disposed + ended {
        script.complete([source, load, take, root], at: time + 0.05)
      } else if number < disposed + ended + failed {
        script.fail([source, load, take, root], "no", at: time + 0.05)
      } else {
        script.dispose([root, take, load, source], .owner, at: 9.999)
      }
    }
    if isLossy { script.add(.lost(count: 3, since: TraceScript.time(4)), 5) }
    script.next([clock], at: 9.8)
    return script.troubles(ended: 10).filter { $0.hasPrefix("finally-left-out") }
  }

  @Test func `The line is told with the subscriptions that ended, and those that did not`() {
    #expect(
      troubles(disposed: 6, ended: 3) == [
        "finally-left-out finally 7: ran its closure for 3 of 9: the other 6 were disposed without an end;"
          + " onDispose runs for all"
      ])
    #expect(troubles(disposed: 3, ended: 1, failed: 1).count == 1)
    #expect(troubles(disposed: 2, ended: 3).isEmpty)
    #expect(troubles(disposed: 6, ended: 1).isEmpty)
  }

  @Test func `Nothing is said of the end of the program, of losses, and of other operators`() {
    #expect(troubles(disposed: 2, ended: 3, putAway: 4).isEmpty)
    #expect(troubles(disposed: 6, ended: 3, isLossy: true).isEmpty)
    #expect(troubles(disposed: 6, ended: 3, by: "do").isEmpty)
  }
}
