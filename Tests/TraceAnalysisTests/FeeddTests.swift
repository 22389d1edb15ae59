import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// The quote server's trace: two leaks, and what looks like leaks and is none.
struct FeeddTests {
  let forest = Feedd.records().forest(ended: Feedd.ended)
  var verdicts: Verdicts { Verdicts(forest) }

  @Test func `The forest counts what the signals did`() {
    #expect(forest.events == 425)
    #expect(forest.lives.count == 40)
    #expect(forest.roots.map(\.number) == [1, 3, 7, 10, 21, 32])
    #expect(forest.totals.next == 357)
    #expect(forest.totals.completed == 9)
    #expect(forest.totals.error == 1)
    #expect(forest.totals.disposed == 18)
    #expect(forest.totals.contradictions == 0)
    #expect(forest.lost == 0)
    #expect(forest.marks.map(\.text) == ["open", "after close"])
  }

  @Test func `The verdicts are two leaks, one open session and one heartbeat`() {
    #expect(verdicts.settle == 500_000_000)
    #expect(verdicts.counts.finished == 18)
    #expect(verdicts.counts.leaked == 11)
    #expect(verdicts.counts.open == 9)
    #expect(verdicts.counts.longLived == 2)
    #expect(verdicts.counts.unknown == 0)
    #expect(verdicts.leaks.map(\.confidence) == [.certain, .likely])
    #expect(verdicts.leaks.map(\.members) == [[9], [10, 11, 12, 19, 20, 21, 22, 23, 30, 31]])
    #expect((32...40).allSatisfy { verdicts[$0] == .open(.running) })
    #expect([1, 2].allSatisfy { verdicts[$0] == .longLived })
    #expect([3, 4, 5, 6].allSatisfy { verdicts[$0] == .finished })
  }

  @Test func `Leak A names the create that does not pass the disposal on`() throws {
    let leak = try #require(verdicts.leaks.first)
    #expect(leak.reason == .disposalNotPassedOn)
    #expect(leak.site.operatorName == "create")
    #expect(leak.site.file == "feedd/Cache.swift")
    #expect(leak.site.line == 88)
    #expect(leak.otherSite == forest[9]?.site)
    #expect(leak.hint == .returnInnerDisposable(site: leak.site))
    #expect(leak.instances == [7])
    #expect(leak.representative == 7)
    #expect(leak.openInstances.isEmpty)
    #expect(leak.path.map(\.life) == [7, 8, 9])
    #expect(
      leak.path.map(\.standing) == [
        .disposed(.owner, owner: OwnerID(1)), .disposedBecause(7), .keeper,
      ])
    #expect(leak.brokenLink == 1)
    #expect(leak.waste.values == 8)
    #expect(leak.waste.since == TraceScript.time(4))
    #expect(leak.waste.lastValueAt == TraceScript.time(11.002))
    #expect(abs(leak.waste.ratePerSecond - 1) < 0.001)
    #expect(forest[9]?.values == 11)
    #expect(forest[9]?.lateValues == 8)
    #expect(forest[8]?.droppedValues == 8)
  }

  @Test func `Leak B names the flattening operator below take(until:)`() throws {
    let leak = try #require(verdicts.leaks.last)
    #expect(leak.reason == .innerOutlivedStopSignal)
    #expect(leak.site.operatorName == "flatMap")
    #expect(leak.site.file == "feedd/Session.swift")
    #expect(leak.site.line == 45)
    let stop = try #require(forest[13]).site
    #expect(leak.otherSite == stop)
    #expect(leak.hint == .moveStopBelow(stop: stop, flattening: leak.site))
    #expect(leak.instances == [10, 21])
    #expect(leak.endedInstances.isEmpty)
    #expect(leak.openInstances == [32])
    #expect(leak.path.map(\.life) == [10, 11, 12, 19, 20])
    #expect(
      leak.path.map(\.standing) == [
        .neverEnded, .waitingFor(12), .waitingForInner(alive: 1, of: 2), .waitingFor(20), .keeper,
      ])
    #expect(leak.brokenLink == 2)
    let signal = try #require(leak.stopSignal)
    #expect(signal.stopped == 13)
    #expect(signal.control == 16)
    #expect(signal.time == TraceScript.time(5))
    #expect(signal.flattening == 12)
    #expect(signal.endedInner == [17])
    #expect(leak.waste.values == 36)
    #expect(abs(leak.waste.ratePerSecond - 8) < 0.001)
  }

  @Test func `The repaired program has no leak`() {
    let repaired = Feedd.records(repaired: true).forest(ended: Feedd.ended)
    let verdicts = Verdicts(repaired, options: Verdicts.Options(minimum: .possible))
    #expect(repaired.events == 270)
    #expect(repaired.lives.count == 40)
    #expect(verdicts.leaks.isEmpty)
    #expect(verdicts.counts.open == 9)
    #expect(verdicts.counts.longLived == 2)
    #expect(verdicts.counts.finished == 29)
  }

  @Test func `Trees of equal shape are found`() throws {
    let shapes = forest.roots.map(\.shape)
    #expect(shapes[3] == shapes[4])
    #expect(Set(shapes).count == 5)
  }

  @Test func `A subscription knows which event led to it`() throws {
    let inner = try #require(forest[19])
    #expect(inner.causes.map(\.life) == [13, 14, 15])
    #expect(inner.causes.first?.kind == .next)
    #expect(try #require(forest[20]).causes == inner.causes)
    #expect(try #require(forest[7]).causes.isEmpty)
    #expect(forest[13]?.ending?.cause?.life == 16)
  }
}
