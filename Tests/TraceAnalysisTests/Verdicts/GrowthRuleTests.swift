import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Rule 3: a place that starts subscriptions again and again, none of which has ever ended.
struct GrowthRuleTests {
  private func script(starts: [Double], ends: [Double] = []) -> TraceScript {
    var script = TraceScript()
    for (number, start) in starts.enumerated() {
      let root = script.subscribe("subscribe", "a.swift:2", at: start)
      let source = script.subscribe("interval", "a.swift:1", for: root, at: start)
      if number < ends.count { script.dispose([root, source], .explicit, at: ends[number]) }
    }
    return script
  }

  @Test func `Without a stop signal on record it is merely possible`() throws {
    let script = script(starts: [1, 3, 5])
    #expect(script.verdicts(ended: 10).leaks.isEmpty)
    #expect(script.verdicts(ended: 10).counts.open == 6)
    let leak = try #require(script.verdicts(ended: 10, minimum: .possible).leaks.first)
    #expect(leak.reason == .growth)
    #expect(leak.members == [1, 2, 3, 4, 5, 6])
    #expect(leak.instances == [1, 3, 5])
    #expect(leak.path.map(\.life) == [1, 2])
    #expect(leak.brokenLink == nil)
    #expect(leak.hint == .giveItAnEnd(site: leak.site))
  }

  @Test(
    arguments: [
      ([1, 3], [], "two are no series"),
      ([1, 3, 5], [4], "one has ended, so there is a way to end"),
      ([1, 1.1, 1.2, 1.3], [], "they were all started at the start"),
    ] as [([Double], [Double], String)])
  func `It is none where nothing grows`(starts: [Double], ends: [Double], reason: String) {
    let verdicts = script(starts: starts, ends: ends).verdicts(ended: 10, minimum: .possible)
    #expect(verdicts.leaks.isEmpty, "\(reason)")
  }

  @Test func `Only those old enough count`() {
    let verdicts = script(starts: [1, 3, 5, 9.8]).verdicts(ended: 10, minimum: .possible)
    #expect(verdicts.leaks.map(\.instances) == [[1, 3, 5]])
    #expect(verdicts[7] == .open(.running))
  }

  @Test func `With stop signals that changed nothing it is likely`() throws {
    var script = TraceScript()
    for (start, isClosed) in [(1.0, true), (3.0, true), (5.0, false)] {
      let root = script.subscribe("subscribe", "a.swift:9", at: start)
      let zip = script.subscribe("merge", "a.swift:8", for: root, at: start)
      let until = script.subscribe("take(until:)", "a.swift:7", for: zip, at: start)
      let closed = script.subscribe("subject", "a.swift:6", for: until, as: .control, at: start)
      script.subscribe("interval", "a.swift:5", for: zip, at: start)
      guard isClosed else { continue }
      let fired = script.next([closed], at: start + 1)
      script.complete([until], cause: fired, at: start + 1)
      script.dispose([closed, until], .terminated, at: start + 1)
    }
    let verdicts = script.verdicts(ended: 10)
    let leak = try #require(verdicts.leaks.first)
    #expect(leak.reason == .growth)
    #expect(leak.confidence == .likely)
    #expect(leak.instances == [1, 6])
    #expect(leak.openInstances == [11])
    #expect(verdicts[11] == .open(.running))
  }

  @Test func `Inner signals that pile up are told at the lowest place that grows`() throws {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let flatMap = script.subscribe("flatMap", "a.swift:8", for: root, at: 0)
    for start in 1...4 {
      let inner = script.subscribe(
        "flatMap", "a.swift:7", for: flatMap, as: .inner, number: UInt32(start), at: Double(start))
      script.subscribe("interval", "a.swift:6", for: inner, as: .inner, number: 1, at: Double(start))
    }
    let verdicts = script.verdicts(ended: 10, minimum: .possible)
    #expect(verdicts.leaks.map(\.instances) == [[3, 5, 7, 9]])
    #expect(verdicts.leaks.first?.members == [3, 4, 5, 6, 7, 8, 9, 10])
    #expect(verdicts[1] == .longLived)
  }
}
