import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Values that come to a subscriber that is gone, from what is not recorded.
struct StrayRuleTests {
  private func script(_ name: String = "create", drops: Int, thread: UInt32 = 1, after: Double = 1)
    -> TraceScript
  {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:2", at: 0)
    let create = script.subscribe(name, "a.swift:1", for: root, at: 0)
    script.next([create, root], at: 1, thread: thread)
    script.dispose([root, create], .explicit, at: 2)
    for drop in 0..<drops { script.add(.dropped(create, .next), 2 + after * Double(drop + 1), thread) }
    return script
  }

  @Test func `Many are likely work that goes on behind a closure`() throws {
    let leak = try #require(script(drops: 5).verdicts(ended: 10).leaks.first)
    #expect(leak.reason == .workBehind)
    #expect(leak.site.line == 1)
    #expect(leak.hint == .stopWork(site: leak.site))
    #expect(leak.members == [2])
    #expect(leak.instances == [1])
  }

  @Test(
    arguments: [
      ("create", 2, 1, 1, "a few"), ("map", 5, 1, 1, "no closure of the program"),
      ("create", 9, 2, 0.001, "on their way from another thread"),
    ] as [(String, Int, UInt32, Double, String)])
  func `It is none for what is on its way`(
    name: String, drops: Int, thread: UInt32, after: Double, reason: String
  ) {
    let script = script(name, drops: drops, thread: thread, after: after)
    #expect(script.verdicts(ended: 10, minimum: .possible).leaks.isEmpty, "\(reason)")
  }

  @Test(arguments: [(2, true), (3, false)])
  func `One that was slow to end among many that were not had no time to`(ended: Int, isTold: Bool) {
    var script = TraceScript()
    for number in 0...ended {
      let time = Double(number) / 10
      let root = script.subscribe("subscribe", "a.swift:2", at: time)
      let create = script.subscribe("create", "a.swift:1", for: root, at: time)
      script.dispose([root, create], .explicit, at: time + 0.05)
      guard number == 0 else { continue }
      for drop in 0..<20 { script.add(.dropped(create, .next), 0.06 + Double(drop) / 100) }
    }
    #expect(script.verdicts(ended: 10).leaks.count == (isTold ? 1 : 0))
  }

  @Test func `A loop that sends all at once is not stray`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:3", at: 0)
    let take = script.subscribe("take", "a.swift:2", for: root, at: 0)
    let create = script.subscribe("create", "a.swift:1", for: take, at: 0)
    let last = script.next([create, take], at: 1)
    script.complete([take], cause: last, at: 1)
    script.dispose([create], .downstream, cause: last, at: 1)
    script.complete([root], cause: last, at: 1)
    for _ in 0..<90 { script.add(.dropped(create, .next), 1) }
    #expect(script.verdicts(ended: 10, minimum: .possible).leaks.isEmpty)
  }
}
