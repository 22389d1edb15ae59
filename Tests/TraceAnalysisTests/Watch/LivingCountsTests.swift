import TraceAnalysis
import TraceFormat
import Testing

/// A table that is written by hand, and the counts of looks into it.
private struct Table {
  var counts: LivingCounts
  private var alive: [(id: UInt64, site: Site, owner: UInt64, began: UInt64)] = []
  private var last: UInt64 = 0
  /// An hour: the process is older than the looks.
  private var time: UInt64 = 3600 * Self.second

  static let second: UInt64 = 1_000_000_000

  init(by grouping: StatsRow.Grouping = .site) { counts = LivingCounts(by: grouping) }

  @discardableResult
  mutating func begin(
    _ name: String = "map", _ place: String = "Main.swift:1", owner: UInt64 = 0, age: UInt64 = 0
  ) -> UInt64 {
    let parts = place.split(separator: ":")
    last += 1
    let site = Site(operatorName: name, file: "app/\(parts[0])", line: UInt32(parts[1]) ?? 0)
    alive.append((last, site, owner, time - age * Self.second))
    return last
  }

  mutating func end(_ ids: UInt64...) { alive.removeAll { ids.contains($0.id) } }

  mutating func endAll() { alive = [] }

  /// Gives a subscription an owner.
  mutating func give(_ id: UInt64, to owner: UInt64) {
    for index in alive.indices where alive[index].id == id { alive[index].owner = owner }
  }

  /// Gives the number of one that has ended to the next one.
  mutating func useAgain(_ id: UInt64) { last = id - 1 }

  /// - Parameter times: how often the table has each of them.
  mutating func look(after seconds: UInt64 = 1, times: Int = 1, among asked: Set<UInt64>? = nil) {
    time += seconds * Self.second
    let found = alive.map { seen in
      LivingReading.Subscription(
        id: seen.id, site: counts.number(of: seen.site), owner: seen.owner, began: seen.began)
    }
    counts.add(
      LivingReading(time: time, Array(repeatElement(found.reversed(), count: times).joined())), among: asked)
  }

  func row(_ name: String) -> LivingRow? { counts.rows.first { $0.name == name } }
}

/// Counts of looks into a table of living subscriptions.
@Suite struct LivingCountsTests {
  @Test func `the first look knows what lives, and of no change`() throws {
    var table = Table()
    table.begin("subscribe", "Main.swift:9", owner: 7, age: 60)
    table.begin("map", "Main.swift:8", age: 50)
    table.begin("map", "Main.swift:8", age: 70)
    table.look()
    let counts = table.counts
    #expect(counts.change == nil && !counts.rowsKnowChange && counts.length == 0)
    #expect(counts.alive == 3 && counts.atFirst == 3 && counts.begun == 0 && counts.ended == 0)
    #expect(counts.rows.map(\.alive) == [2, 1] && counts.rows.map(\.name) == ["map", "subscribe"])
    let maps = counts.rows[0]
    #expect(maps.subscriptions == 2 && maps.begun == 0 && maps.site?.line == 8 && maps.owner == 0)
    #expect(maps.oldest.map { counts.time - $0 } == 71 * Table.second)
    #expect(counts.rows[1].owner == 7)
  }

  @Test func `beginnings and ends count for their row and their look, and only once`() throws {
    var table = Table()
    let first = table.begin()
    table.begin("scan", "Main.swift:2")
    table.look()
    table.end(first)
    table.begin()
    table.begin()
    table.look(after: 2)
    #expect(table.counts.change == LivingCounts.Change(span: 2 * Table.second, begun: 2, ended: 1))
    let row = try #require(table.row("map"))
    #expect(row.begun == 2 && row.gone == 1 && row.alive == 2 && row.subscriptions == 3 && row.ended == 1)
    #expect(table.row("scan").map { $0.begun + $0.gone } == 0)
    table.look()
    #expect(table.counts.change == LivingCounts.Change(span: Table.second))
    #expect(table.row("map").map { [$0.begun, $0.gone, $0.subscriptions, $0.ended] } == [0, 0, 3, 1])
    #expect(table.counts.begun == 2 && table.counts.ended == 1 && table.counts.atFirst == 2)
  }

  @Test func `a subscription that lives only between two looks is not counted`() {
    var table = Table()
    table.begin()
    table.look()
    table.end(table.begin())
    table.look()
    #expect(table.counts.change == LivingCounts.Change(span: Table.second))
    #expect(table.counts.rows.map(\.subscriptions) == [1])
  }

  @Test func `rows are of a site, an owner, an operator or a file`() {
    var table = Table()
    table.begin("map", "Main.swift:1", owner: 3)
    table.begin("map", "Main.swift:2", owner: 3)
    table.begin("scan", "Other.swift:2", owner: 4)
    table.begin("scan", "Other.swift:3")
    table.look()
    #expect(table.counts.rows.count == 4)
    let expected: [(StatsRow.Grouping, [String])] = [
      (.owner, ["", "3", "4"]), (.operatorName, ["map", "scan"]),
      (.file, ["app/Main.swift", "app/Other.swift"]),
    ]
    for (grouping, names) in expected {
      table.counts.grouping = grouping
      #expect(table.counts.rows.map(\.name).sorted() == names && !table.counts.rowsKnowChange)
      #expect(table.counts.rows.reduce(0) { $0 + $1.alive } == 4)
      table.begin("scan", "Other.swift:2", owner: 4)
      table.look()
      #expect(table.counts.rowsKnowChange && table.counts.rows.reduce(0) { $0 + $1.begun } == 1)
      table.end(4 + UInt64(table.counts.begun))
      table.look()
      #expect(table.counts.rows.reduce(0) { $0 + $1.gone } == 1)
    }
    // All four of it have several lines, so they name none; the owners of two files are several, too.
    #expect(table.counts.rows.map(\.site) == [nil, nil] && table.row("app/Main.swift")?.owner == 3)
    #expect(table.row("app/Other.swift")?.owner == nil)
  }

  @Test func `a handle that gets its owner later changes its row, and nothing begins or ends`() {
    var table = Table(by: .owner)
    let first = table.begin()
    table.look()
    table.give(first, to: 9)
    table.look()
    #expect(table.row("9").map { [$0.alive, $0.subscriptions, $0.begun] } == [1, 1, 0])
    #expect(table.row("").map { [$0.alive, $0.subscriptions, $0.gone] } == [0, 0, 0])
    table.end(first)
    table.look()
    #expect(table.row("9").map { [$0.alive, $0.ended, $0.gone] } == [0, 1, 1])
  }

  @Test func `a number that another subscription has now is another subscription`() {
    var table = Table()
    let first = table.begin()
    table.look()
    table.end(first)
    table.useAgain(first)
    table.begin("scan", "Main.swift:2")
    table.look()
    #expect(table.counts.change == LivingCounts.Change(span: Table.second, begun: 1, ended: 1))
    #expect(table.row("map").map { [$0.alive, $0.ended] } == [0, 1])
  }

  @Test func `a table that has a number twice has one subscription of it`() {
    var table = Table()
    table.begin()
    table.begin()
    for _ in 0..<2 { table.look(times: 3) }
    #expect(table.counts.alive == 2 && table.counts.begun == 0 && table.counts.ended == 0)
    #expect(table.counts.rows.map(\.alive) == [2])
  }

  @Test func `a filter leaves others out, and one that it takes up later has not begun`() {
    var table = Table()
    let (old, young) = (table.begin(), table.begin())
    table.look(among: [old])
    #expect(table.counts.alive == 1 && table.counts.atFirst == 1)
    table.look(among: [old, young])
    #expect(table.counts.alive == 2 && table.counts.change?.begun == 0)
    table.look(among: [young])
    #expect(table.counts.alive == 1 && table.counts.change?.ended == 0)
    table.end(old, young)
    table.look(among: [])
    #expect(table.counts.alive == 0 && table.counts.change?.ended == 1)
  }

  @Test(arguments: [StatsRow.Grouping.site, .owner, .operatorName, .file])
  func `many looks at ever other call sites and owners do not add up`(grouping: StatsRow.Grouping) {
    var table = Table(by: grouping)
    let kept = table.begin("kept", "Kept.swift:1", owner: 1)
    let each = 1000
    for round in 0..<12 {
      let ids = (0..<each).map { number in
        table.begin(
          "o\(round)-\(number)", "F\(round)-\(number).swift:\(round)",
          owner: UInt64(round * each + number + 2))
      }
      table.look()
      for id in ids { table.end(id) }
    }
    #expect(table.counts.rows.count <= LivingCounts.fewest + each)
    #expect(
      table.counts.begun == 11 * each && table.counts.ended == 11 * each && table.counts.alive == each + 1)
    // The one that lived all the time has its tally still.
    table.look()
    let row = table.counts.rows.first { $0.alive > 0 }
    #expect(table.counts.alive == 1 && row?.subscriptions == 1 && row?.ended == 0 && row?.owner == 1)
    table.end(kept)
    table.look()
    #expect(table.counts.alive == 0 && table.counts.change?.ended == 1)
  }
}
