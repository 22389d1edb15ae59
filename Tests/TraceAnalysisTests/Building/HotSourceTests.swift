import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// Which subject, relay or property each subscription joined.
struct HotSourceTests {
  @Test func `Two subjects of one line have their own members`() {
    var script = TraceScript()
    let ids = [7, 9, 7].map { source in
      script.subscribe("PublishSubject", "Rooms.swift:9", joining: source, at: Double(source))
    }
    let cold = script.subscribe("interval", "Rooms.swift:10", at: 20)
    let forest = script.forest(ended: 30)
    #expect(ids.map { forest[$0]?.hotSource } == [7, 9, 7])
    #expect(forest[cold]?.hotSource == nil)
    #expect(forest.hotSources.map(\.id) == [7, 9])
    #expect(forest.members(ofSource: 7) == [1, 2])
    #expect(forest.members(ofSource: 9) == [3])
    #expect(forest.members(ofSource: 8).isEmpty && forest.hotSources[id: 8] == nil)
  }

  @Test func `It first sent and it ended when the first of its members says so`() throws {
    var script = TraceScript()
    let (early, late, after) = (
      script.subscribe("PublishSubject", "Stop.swift:1", joining: 40, at: 1),
      script.subscribe("PublishSubject", "Stop.swift:1", joining: 40, at: 2),
      script.subscribe("PublishSubject", "Stop.swift:1", joining: 40, at: 6)
    )
    script.next([late], at: 3)
    script.next([early], at: 3.5)
    script.dispose([early], .explicit, at: 4)
    script.complete([late], at: 5)
    script.complete([after], at: 6)
    script.subscribe("PublishSubject", "Stop.swift:1", joining: 41, at: 7)
    let forest = script.forest(ended: 30)
    let source = try #require(forest.hotSources[id: 40])
    #expect(source.firstValueAt == TraceScript.time(3) && source.endedAt == TraceScript.time(5))
    // So who came at 6 had come too late.
    #expect(try #require(forest[after]).subscribedAt > #require(source.endedAt))
    let other = try #require(forest.hotSources[id: 41])
    #expect(other.firstValueAt == nil && other.endedAt == nil && other.members == [4])
  }

  @Test func `Unheard values are counted anew after each member, and from the recording's first on`() throws {
    var script = TraceScript()
    func tell(
      _ count: UInt64, of source: UInt64 = 40, within event: EventID? = nil, ended: UInt32 = 0,
      at time: Double
    ) {
      script.add(.unheard(source: source, within: event, count: count, ended: ended), time)
    }
    func unheard(of source: UInt64 = 40) throws -> Unheard? {
      let forest = script.forest(ended: 30)
      return try #require(forest.hotSources[id: source]).unheard(in: forest)
    }
    let button = script.subscribe("button", "Stop.swift:2", at: 0.5)
    let first = script.subscribe("PublishSubject", "Stop.swift:1", joining: 40, at: 1)
    script.dispose([first], .explicit, at: 2)
    #expect(try unheard() == nil)
    // The program has counted for longer than it was recorded.
    tell(8, at: 3)
    #expect(try unheard()?.count == 1)
    tell(16, within: script.next([button], at: 4), at: 4)
    let gap = try #require(try unheard())
    #expect(gap.count == 9 && gap.since == TraceScript.time(3) && gap.senders == [button] && !gap.hasEnded)
    let second = script.subscribe("PublishSubject", "Stop.swift:1", joining: 40, at: 5)
    #expect(try unheard() == nil)
    script.dispose([second], .explicit, at: 6)
    for (place, count) in [UInt64(1), 2, 4].enumerated() { tell(count, at: 7 + Double(place)) }
    #expect(try unheard()?.count == 4)
    #expect(try unheard()?.since == TraceScript.time(7))
    tell(8, ended: 1, at: 10)
    // Whoever comes now gets the end alone.
    script.complete([script.subscribe("PublishSubject", "Stop.swift:1", joining: 40, at: 11)], at: 11)
    tell(16, ended: 1, at: 12)
    #expect(try unheard()?.count == 9)
    #expect(try unheard()?.hasEnded == true)
    // Of one that nobody joined, nothing is known.
    tell(1, of: 77, at: 13)
    #expect(script.forest(ended: 30).hotSources[id: 77] == nil)
  }

  @Test func `A member may be recorded before it was born, and lives are numbered anew`() {
    let site = Site(operatorName: "Property", file: "a.swift", line: 1)
    var script = TraceScript()
    for (id, time) in [(50, 3.0), (60, 2.0), (70, 1.0)] as [(UInt64, Double)] {
      let id = SubscriptionID(id)!
      script.add(.joinedSource(id, source: 5), time - 0.5, UInt32(id.rawValue))
      script.add(.subscribed(id, downstream: nil, role: Role(.source), site: site), time, UInt32(id.rawValue))
    }
    let forest = script.forest(ended: 10)
    #expect(forest.members(ofSource: 5) == [1, 2, 3])
    #expect(forest.lives.map(\.id.rawValue) == [70, 60, 50] && forest.lives.allSatisfy { $0.hotSource == 5 })
    #expect(forest.totals.contradictions == 0)
  }

  @Test func `A recording of an older library, and what was alive before, say nothing`() throws {
    var script = TraceScript()
    let site = Site(operatorName: "PublishSubject", file: "a.swift", line: 1, traits: [.source, .hot])
    let before = SubscriptionID(900)!
    script.add(.aliveBefore(before, downstream: nil, role: Role(.source), site: site, since: 0), 1)
    script.subscribe("PublishSubject", "Stop.swift:1", at: 2)
    let forest = script.forest(ended: 30)
    #expect(forest.hotSources.isEmpty && forest.lives.allSatisfy { $0.hotSource == nil })
    #expect(Forest().hotSources.isEmpty)
  }

  @Test func `Whatever a damaged record says, it is a number`() {
    var script = TraceScript()
    let numbers: [UInt64] = [1, 2, 1 << 63, (1 << 63) + 1, .max - 1, .max]
    for id in numbers {
      for source in numbers { script.add(.joinedSource(SubscriptionID(id)!, source: source), 1) }
    }
    let forest = script.forest(ended: 10)
    #expect(forest.lives.count == numbers.count)
    #expect(forest.hotSources.reduce(0) { $0 + $1.members.count } <= numbers.count)
  }
}
