import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

struct ForestBuilderTests {
  private let site = Site(operatorName: "map", file: "a.swift", line: 1)

  private func id(_ number: UInt64) -> SubscriptionID { SubscriptionID(number)! }

  @Test func `Lives are numbered in the order of birth, whatever their ids are`() {
    var script = TraceScript()
    for (number, time) in [(5000, 2.0), (4, 1.0), (70, 3.0)] {
      let event = TraceEvent.subscribed(
        id(UInt64(number)), downstream: number == 4 ? nil : id(4), role: Role(.source), site: site)
      script.add(event, time)
    }
    let forest = script.forest(ended: 10)
    #expect(forest.lives.map(\.id.rawValue) == [4, 5000, 70])
    #expect(forest.lives.map(\.number) == [1, 2, 3])
    #expect(forest[id(4)]?.upstreams.map(\.number) == [2, 3])
    #expect(forest[id(70)]?.downstream?.number == 1)
    #expect(forest[0] == nil)
    #expect(forest[4] == nil)
    #expect(forest[id(71)] == nil)
  }

  @Test func `An upstream may be recorded before its downstream`() {
    var script = TraceScript()
    script.add(.subscribed(id(2), downstream: id(1), role: Role(.source), site: site), 1, 2)
    script.next([id(2)], at: 1, thread: 2)
    script.add(.subscribed(id(1), downstream: nil, role: Role(.source), site: site), 1.5, 1)
    let forest = script.forest(ended: 10)
    #expect(forest.lives.map(\.id.rawValue) == [2, 1])
    #expect(forest[id(2)]?.downstream?.number == 2)
    #expect(forest[id(1)]?.upstreams.map(\.number) == [1])
    #expect(forest.lives.allSatisfy { !$0.isBeginningMissing })
    #expect(forest.totals.contradictions == 0)
  }

  @Test func `What is its own downstream is a root, and values begin there`() {
    var script = TraceScript()
    script.add(.subscribed(id(1), downstream: id(1), role: Role(.source), site: site), 1)
    script.next([id(1)], at: 2)
    let forest = script.forest(ended: 10)
    #expect(forest[id(1)]?.downstream == nil)
    #expect(forest[id(1)]?.isSource == true)
    #expect(forest[id(1)]?.upstreams.isEmpty == true)
  }

  @Test func `Values begin where nothing but a control signal is above`() {
    var script = TraceScript()
    script.add(.subscribed(id(1), downstream: nil, role: Role(.source), site: site), 1)
    script.add(.subscribed(id(2), downstream: id(1), role: Role(.source), site: site), 1)
    script.add(.subscribed(id(3), downstream: id(2), role: Role(.control), site: site), 1)
    let forest = script.forest(ended: 10)
    #expect([1, 2, 3].map { forest[id($0)]?.isSource } == [false, true, true])
  }

  @Test func `A live view finishes a copy and goes on`() {
    var builder = ForestBuilder()
    let records = Feedd.records()
    for record in records.prefix(100) { builder.add(record) }
    let early = builder.finish()
    for record in records.dropFirst(100) { builder.add(record) }
    let late = builder.finish(ended: Feedd.ended)
    #expect(early.records == 100)
    #expect(late.events == 425)
    #expect(Verdicts(late).leaks.count == 2)
  }

  @Test func `A second birth or end changes nothing and is counted`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", at: 1)
    script.complete([root], at: 2)
    script.complete([root], at: 3)
    script.dispose([root], .terminated, at: 3)
    script.dispose([root], .explicit, at: 4)
    script.add(.subscribed(root, downstream: id(9), role: Role(.inner), site: site), 5)
    let forest = script.forest(ended: 10)
    #expect(forest.totals.contradictions == 3)
    #expect(forest.totals.completed == 2)
    #expect(forest.totals.disposed == 2)
    #expect(forest[1]?.endedAt == TraceScript.time(2))
    #expect(forest[1]?.disposal?.reason == .terminated)
    #expect(forest[1]?.site.operatorName == "subscribe")
    #expect(forest.lives.count == 1)
  }

  @Test(
    arguments: [
      [(1, 1)], [(1, 2), (2, 1)], [(1, 2), (2, 3), (3, 1), (4, 3), (5, 4)],
    ] as [[(UInt64, UInt64)]])
  func `Circles are cut, so that every way ends at a root`(edges: [(UInt64, UInt64)]) {
    var script = TraceScript()
    for (upstream, downstream) in edges {
      script.add(
        .subscribed(id(upstream), downstream: id(downstream), role: Role(.source), site: site), 1)
    }
    let forest = script.forest(ended: 10)
    #expect(forest.lives.count == edges.count)
    #expect(forest.roots.count == 1)
    for life in forest.lives {
      #expect(forest.root(of: life.number)?.number == forest.roots[0].number)
      for upstream in forest.upstreams(of: life) { #expect(upstream.downstream?.number == life.number) }
    }
    #expect(Verdicts(forest, options: Verdicts.Options(minimum: .possible)).counts.alive == edges.count)
  }

  @Test func `Losses that touch are one range`() {
    var script = TraceScript()
    for (since, until) in [(4, 5), (1, 2), (1.5, 3), (5, 5.5), (9, 8)] as [(Double, Double)] {
      script.add(.lost(count: 2, since: TraceScript.time(since)), until)
    }
    let forest = script.forest(ended: 10)
    #expect(forest.lost == 10)
    #expect(
      forest.lostRanges.map { [$0.lowerBound, $0.upperBound].map { ($0 - TraceScript.start) / 100_000_000 } }
        == [[10, 30], [40, 55], [80, 90]])
  }

  @Test func `Many losses take memory for those that lie apart only`() {
    var builder = ForestBuilder()
    for loss in 0..<UInt64(100_000) {
      let time = 1000 + (loss % 10) * 100
      builder.add(
        TraceRecord(
          time: time + 50, thread: ThreadID(rawValue: 1), event: .lost(count: .max, since: time)))
    }
    let forest = builder.finish()
    #expect(forest.lost == .max)
    #expect(forest.lostRanges.count == 10)
  }

  @Test func `Owners and connections are kept with their lives`() throws {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", at: 1)
    let bag = try #require(OwnerID(3))
    script.add(.named(root, owner: bag, label: "quotes"), 1)
    script.add(.childAdded(bag, child: 1, total: 1), 1)
    script.add(.childAdded(bag, child: 2, total: 2), 1)
    script.add(.childRemoved(bag, child: 2, total: 1), 1)
    script.add(.connected(connection: 8, source: root, subscribers: 2), 2)
    var forest = script.forest(ended: 10)
    #expect(forest[1]?.owner == bag)
    #expect(forest[1]?.name == "quotes")
    #expect(forest[owner: bag]?.lives == [1])
    #expect(forest[owner: bag]?.children == 1)
    #expect(forest[owner: bag]?.peak == 2)
    #expect(forest.connections.map(\.source) == [1])
    #expect(forest.connections[0].isConnected)
    script.add(.disconnected(connection: 8, source: nil, subscribers: 0), 3)
    forest = script.forest(ended: 10)
    #expect(!forest.connections[0].isConnected)
    #expect(forest.connections[0].source == 1)
  }

  @Test func `Values after the own end are counted as a breach`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", at: 1)
    script.next([root], at: 2)
    script.complete([root], at: 3)
    script.next([root], at: 4)
    let forest = script.forest(ended: 10)
    #expect(forest[1]?.values == 2)
    #expect(forest[1]?.valuesAfterEnd == 1)
  }

  @Test func `The threads of a life's events are known`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", at: 1, thread: 4)
    script.next([root], at: 2, thread: 4)
    #expect(script.forest(ended: 10)[1]?.usesSeveralThreads == false)
    script.next([root], at: 3, thread: 5)
    let life = script.forest(ended: 10)[1]
    #expect(life?.usesSeveralThreads == true)
    #expect(life?.thread == ThreadID(rawValue: 4))
    #expect(life?.lastThread == ThreadID(rawValue: 5))
  }

  @Test func `Causes are followed as far as asked`() {
    for depth in 0...5 {
      let forest = Feedd.records().forest(options: ForestBuilder.Options(causeDepth: depth))
      #expect(forest[19]?.causes.count == min(depth, 3))
    }
  }
}
