import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// The quote server in numbers.
struct StatsTests {
  let forest: Forest
  let verdicts: Verdicts
  let stats: Stats

  init() {
    forest = Feedd.records().forest(ended: Feedd.ended)
    verdicts = Verdicts(forest)
    stats = Stats(forest, verdicts)
  }

  @Test func `Subscriptions are counted by how they ended`() {
    #expect(stats.subscriptions == 40)
    #expect(stats.roots == 6)
    #expect(stats.depth == 6)
    #expect(stats.alive == 22)
    #expect(stats.ends.completion == 9)
    #expect(stats.ends.error == 1)
    #expect(stats.ends.disposal == 8)
    #expect(stats.ends.reasons == [.owner: 1, .downstream: 5, .trigger: 2])
    #expect(abs(stats.eventsPerSecond - 425.0 / 12) < 0.001)
  }

  @Test func `Counts that a damaged file makes up are summed up all the same`() throws {
    var script = TraceScript()
    for second in 1...3 {
      let root = script.subscribe("subscribe", "a.swift:1", at: Double(second))
      script.add(.counted(root, values: .max), Double(second))
      script.add(.waiting(root, input: 0, count: .max), Double(second))
      script.next([root], at: Double(second))
    }
    let forest = script.trace.forest(ended: TraceScript.time(5))
    let verdicts = Verdicts(forest)
    let row = try #require(Stats(forest, verdicts).rows().first)
    #expect(row.subscriptions == 3)
    #expect(row.values == UInt64.max / 2 + 3)
    #expect(forest.totals.next == row.values)
    _ = Checks.findings(in: forest, verdicts)
  }

  @Test func `The curve shows how many were alive at the end of each part`() {
    #expect(
      stats.curve.samples(columns: 24) == [
        8, 15, 17, 17, 17, 12, 14, 14, 12, 12, 8, 8, 15, 15, 17, 17, 17, 15, 17, 17, 13, 20, 22, 22,
      ])
    #expect(stats.curve.alive(at: Feedd.ended) == 22)
    #expect(stats.curve.peak == 22)
  }

  @Test func `What was asked for is counted alone, and all of it is all`() {
    let all = Stats(forest, verdicts, among: Set(1...40))
    #expect(all.totals == stats.totals)
    #expect(all.ends == stats.ends)
    #expect([all.roots, all.depth, all.alive, all.curve.peak, all.floor.alive] == [6, 6, 22, 22, 8])
    #expect(all.curve.samples(columns: 24) == stats.curve.samples(columns: 24))
    let cache = Stats(forest, verdicts, among: [7, 8, 9])
    #expect([cache.subscriptions, cache.roots, cache.depth, cache.alive] == [3, 1, 3, 1])
    #expect(cache.totals.subscribed == 3 && cache.totals.next == 17 && cache.totals.dropped == 8)
    #expect(cache.ends.disposal == 2)
    #expect([cache.curve.least, cache.curve.peak, cache.curve.alive(at: Feedd.ended)] == [0, 3, 1])
    #expect(cache.rows().map(\.subscriptions) == [1, 1, 1])
  }

  @Test func `The least are no more than the first, whatever came before the first subscription`() {
    var script = TraceScript()
    for second in 1...4 { script.subscribe("subscribe", "a.swift:1", at: Double(second)) }
    let forest = script.trace.forest(began: TraceScript.start, ended: TraceScript.time(5))
    let curve = Stats(forest, Verdicts(forest)).curve
    #expect([curve.alive(at: curve.began), curve.least, curve.peak] == [0, 0, 4])
  }

  @Test func `The floor is what stays alive between sessions`() {
    #expect(stats.floor.alive == 8)
    #expect(stats.floor.basis == .betweenSessions)
    let repaired = Feedd.records(repaired: true).forest(ended: Feedd.ended)
    #expect(Stats(repaired, Verdicts(repaired)).floor.alive == 2)
  }

  @Test func `Call sites are listed with most alive first`() throws {
    let rows = stats.rows()
    #expect(
      rows.prefix(6).map(\.name) == [
        "subscribe", "deliverOnMain()", "flatMap", "map(fetch)", "interval(250ms)", "ticker",
      ])
    #expect(rows.prefix(6).map(\.subscriptions) == [3, 3, 3, 5, 5, 4])
    #expect(rows.prefix(6).map(\.ended) == [0, 0, 0, 2, 2, 2])
    #expect(rows.prefix(6).map(\.alive) == [3, 3, 3, 3, 3, 2])
    #expect(rows.prefix(6).map(\.peak) == [3, 3, 3, 3, 3, 2])
    #expect(rows.prefix(6).map(\.values) == [59, 59, 59, 59, 59, 19])
    #expect(rows.prefix(6).map(\.late) == [0, 0, 0, 0, 36, 8])
    #expect(
      rows.prefix(6).map { ($0.medianLife + 5_000_000) / 10_000_000 } == [600, 600, 600, 150, 150, 450])
    #expect(
      rows.prefix(6).map { ($0.longestLife + 5_000_000) / 10_000_000 } == [1150, 1150, 1150, 900, 900, 1198])
    #expect(rows.prefix(6).map(\.isLongestAlive) == Array(repeating: true, count: 6))
    #expect(rows[0].verdicts.leaked == 2)
    #expect(rows[0].verdicts.open == 1)
    #expect(rows.count == 16)
    #expect(rows.map(\.subscriptions).reduce(0, +) == 40)
  }

  @Test(arguments: StatsRow.Grouping.allCases)
  func `Whatever the grouping, each subscription is in one row`(grouping: StatsRow.Grouping) {
    let rows = stats.rows(by: grouping)
    #expect(rows.flatMap(\.numbers).sorted() == Array(1...40))
    #expect(rows.map(\.alive).reduce(0, +) == 22)
    #expect(rows.map(\.late).reduce(0, +) == 44)
  }
}
