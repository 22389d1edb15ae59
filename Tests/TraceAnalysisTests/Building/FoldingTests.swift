import Testing
import TraceFormat

@testable import TraceAnalysis

/// A server, for hours: it subscribes for each request, and one request in so many never ends.
@Suite struct FoldingTests {
  private static let options = ForestBuilder.Options(keepsActivity: false, causeDepth: 0)

  /// Gives the records of `count` sessions of two subscriptions, 100 sessions a second, to a builder.
  private func serve(
    _ count: Int, from first: Int = 0, leakingEach leak: Int = 700, in builder: inout ForestBuilder
  ) {
    let main = ThreadID(rawValue: 1)
    let root = Site(operatorName: "subscribe", file: "Server.swift", line: 7, traits: [])
    let source = Site(operatorName: "interval", file: "Server.swift", line: 5, traits: [])
    var sequence = UInt64(first) * 4
    func event() -> EventID {
      sequence += 1
      return EventID(1 << 40 | sequence)!
    }
    for session in first..<first + count {
      let time = 1_000_000_000 + UInt64(session) * 10_000_000
      let (below, above) = (
        SubscriptionID(UInt64(session) * 2 + 1)!, SubscriptionID(UInt64(session) * 2 + 2)!
      )
      builder.add(.subscribed(below, downstream: nil, role: Role(.source), site: root), time, main)
      builder.add(.subscribed(above, downstream: below, role: Role(.source), site: source), time + 10, main)
      builder.add(.next(above, event: event(), cause: nil, value: nil), time + 20, main)
      builder.add(.disposed(below, event: event(), cause: nil, reason: .explicit), time + 30, main)
      if session % leak != 0 {
        builder.add(.disposed(above, event: event(), cause: nil, reason: .downstream), time + 40, main)
      }
    }
  }

  private func builder(folds: Bool) -> ForestBuilder {
    var options = Self.options
    options.folds = folds
    var builder = ForestBuilder(options: options)
    if folds { (builder.leastLives, builder.foldsAt) = (4_000, 4_000) }
    return builder
  }

  @Test func `what has ended is forgotten, and what is alive, its leak and all counts stay`() throws {
    var (folding, whole) = (builder(folds: true), builder(folds: false))
    serve(7_000, in: &folding)
    serve(7_000, in: &whole)
    #expect(folding.lives.count < 8_000)
    let (kept, all) = (folding.finish(), whole.finish())
    #expect(all.lives.count == 14_000 && kept.subscriptionCount == 14_000)
    #expect(kept.lives.filter(\.isAlive).map(\.id) == all.lives.filter(\.isAlive).map(\.id))
    #expect(kept.lives.map(\.printedNumber) == kept.lives.map { all[$0.id]?.number })
    let (keptVerdicts, allVerdicts) = (Verdicts(kept), Verdicts(all))
    try #require(allVerdicts.leaks.count == 1)
    #expect(keptVerdicts.leaks.map(\.fingerprint) == allVerdicts.leaks.map(\.fingerprint))
    #expect(keptVerdicts.leaks[0].members.count == allVerdicts.leaks[0].members.count)
    #expect(keptVerdicts.leaks[0].confidence == allVerdicts.leaks[0].confidence)
    #expect(keptVerdicts.counts == allVerdicts.counts)
    for grouping in StatsRow.Grouping.allCases {
      let left = Stats(kept, keptVerdicts).rows(by: grouping)
      let right = Stats(all, allVerdicts).rows(by: grouping)
      #expect(left.map(\.subscriptions) == right.map(\.subscriptions))
      #expect(left.map(\.values) == right.map(\.values) && left.map(\.alive) == right.map(\.alive))
      #expect(left.map(\.longestLife) == right.map(\.longestLife))
    }
  }

  @Test func `what comes to one that was forgotten makes no new one`() throws {
    var folding = builder(folds: true)
    serve(7_000, in: &folding)
    let early = try #require(
      (1...14_000).lazy.map { SubscriptionID($0)! }.first { folding.folded.contains($0.rawValue) })
    #expect(folding.lifeIndices[early.rawValue] == nil)
    let time: UInt64 = 100_000_000_000
    folding.add(.released(early), time, ThreadID(rawValue: 1))
    folding.add(.dropped(early, .next), time, ThreadID(rawValue: 1))
    let forest = folding.finish()
    #expect(forest.subscriptionCount == 14_000, "the life that stands for them is no subscription")
    #expect(forest.lives.allSatisfy { !$0.isAlive || !$0.isBeginningMissing })
  }

  @Test func `however many have ended, no more of them are kept`() {
    var folding = builder(folds: true)
    let counts = (0..<8).map { part in
      serve(2_000, from: part * 2_000, leakingEach: .max, in: &folding)
      return folding.lives.count
    }
    #expect(counts.max() ?? 0 < 8_000, "\(counts)")
    #expect(folding.lives.count + folding.folded.count == 32_000)
  }

  @Test func `an object that is gone tells of the bag that it held, however many have ended since`() throws {
    let (object, bag, left) = (OwnerID(1 << 50)!, OwnerID(1 << 50 | 1)!, SubscriptionID(1 << 50 | 2)!)
    let main = ThreadID(rawValue: 1)
    let site = Site(operatorName: "subscribe", file: "Screen.swift", line: 3, traits: [])
    func verdicts(folds: Bool) -> Verdicts {
      var builder = builder(folds: folds)
      let time: UInt64 = 900_000_000
      builder.add(.owner(object, kind: .object, type: "Screen", site: nil), time, main)
      builder.add(.owner(bag, kind: .bag, type: nil, site: nil), time, main)
      builder.add(.childAdded(object, child: bag.rawValue, total: 1), time, main)
      builder.add(.subscribed(left, downstream: nil, role: Role(.source), site: site), time, main)
      builder.add(.named(left, owner: bag, label: nil), time, main)
      builder.add(.childAdded(bag, child: left.rawValue, total: 1), time, main)
      builder.add(.ownerReleased(object), time + 1000, main)
      serve(7_000, leakingEach: .max, in: &builder)
      return Verdicts(builder.finish())
    }
    let (kept, all) = (verdicts(folds: true), verdicts(folds: false))
    try #require(all.leaks.contains { $0.site.line == 3 })
    #expect(kept.leaks.map(\.fingerprint) == all.leaks.map(\.fingerprint))
    #expect(kept.leaks.map(\.confidence) == all.leaks.map(\.confidence))
  }
}
