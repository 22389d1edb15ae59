import Foundation
import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

@testable import TraceRendering

/// The data block holds what the trace holds: it is decoded here as the page's script decodes it.
struct ReportDataTests {
  private struct Columns {
    let page: [String: Any]
    let lives: [String: Any]

    init(_ trace: AnalyzedTrace, limit: Int? = nil) throws {
      page = try PageParts(render(trace, as: .html(limit: limit))).object()
      lives = try #require(page["lives"] as? [String: Any])
    }

    func numbers(_ name: String) throws -> [Int] { try #require(lives[name] as? [Int], "\(name)") }

    func rare(_ name: String) throws -> [Int: Any] {
      let columns = try #require(page["rare"] as? [String: [[Any]]])
      let column = try #require(columns[name])
      return Dictionary(uniqueKeysWithValues: zip(try #require(column[0] as? [Int]), column[1]))
    }

    func part(_ name: String) throws -> [String: Any] { try #require(page[name] as? [String: Any]) }
  }

  @Test(arguments: HTMLReportTests.traces.map(\.0)) func `each life is there with its times, place and state`(
    name: String
  ) throws {
    let trace = try #require(HTMLReportTests.traces.first { $0.0 == name }).1
    let (forest, columns) = (trace.forest, try Columns(trace))
    let (started, lasted) = (try columns.numbers("started"), try columns.numbers("lasted"))
    let (downstream, state) = (try columns.numbers("downstream"), try columns.numbers("state"))
    let (values, roles) = (try columns.numbers("values"), try columns.numbers("role"))
    let (sites, siteOfLife) = (try columns.part("sites"), try columns.numbers("site"))
    let strings = try #require(columns.page["strings"] as? [String])
    let operators = try #require(sites["operator"] as? [Int])
    try #require(columns.lives["count"] as? Int == forest.lives.count)
    #expect(columns.lives["number"] == nil)
    var time = Int(forest.began)
    for (place, life) in forest.lives.enumerated() {
      time += started[place]
      #expect(time == Int(life.subscribedAt))
      #expect(downstream[place] == life.downstream?.number ?? 0)
      #expect((state[place] == 0) == life.isAlive)
      if let ended = life.endedAt { #expect(lasted[place] == max(Int(ended) - time, 0)) }
      #expect(values[place] == Int(life.values))
      #expect(roles[place] == Int(life.role.rawValue))
      let site = operators[siteOfLife[place]]
      #expect(strings[site] == Escaping(limit: 200)(visible(life.site.operatorName)).text)
    }
  }

  @Test func `each number of a column is a place in its table`() throws {
    let tables = try Columns(.feedd).part("tables")
    let verdicts = try #require(tables["verdicts"] as? [[String: Any]])
    #expect(
      verdicts.map { $0["name"] as? String } == [
        "finished", "leaked", "open", "suspected", "settling", "longLived", "unknown",
      ])
    #expect(verdicts.map { $0["sign"] as? String } == ["✓", "✗", "·", "?", "·", "∞", "?"])
    // The script looks words up by these names.
    #expect(tables["states"] as? [String] == ["alive", "completed", "failed", "disposed", "fired"])
    #expect(
      tables["roles"] as? [String] == ["source", "inner", "control", "shared", "nested", "task", "loop"])
    #expect(tables["causes"] as? [String] == ["next", "error", "completed", "disposed"])
    let words = try #require(tables["words"] as? [String: String])
    #expect(words == ["leak": "LEAK", "suspect": "SUSPECT", "alive": "ALIVE", "leaked": ", leaked"])
    // Each verdict has one filter.
    let filters = try #require(tables["filters"] as? [Int])
    #expect(filters.sorted() == Array(verdicts.indices))
    // Columns hold raw values, tables lie in the order of the cases.
    let reasons = try #require(tables["reasons"] as? [String])
    #expect(DisposalReason.allCases.map { Int($0.rawValue) } == Array(reasons.indices))
    #expect(reasons.first == "" && !reasons.dropFirst().contains(""))
    #expect(Role.Kind.allCases.map { Int($0.rawValue) } == Array(0..<7))
  }

  @Test func `what few have is there for those that have it`() throws {
    let trace = AnalyzedTrace.feedd
    let columns = try Columns(trace)
    let strings = try #require(columns.page["strings"] as? [String])
    let (standing, late) = (try columns.rare("standing"), try columns.rare("late"))
    let (fired, leaks) = (try columns.rare("fired"), try columns.rare("leak"))
    for (place, life) in trace.forest.lives.enumerated() {
      #expect((standing[place] != nil) == life.isAlive)
      if let text = standing[place] as? Int {
        let (word, detail) = Wording(trace).state(of: life)
        #expect(strings[text] == word + (detail ?? ""))
      }
      #expect(late[place] as? Int ?? 0 == Int(life.lateValues))
      if case .leaked(_, let leak)? = trace.verdicts[life.number] { #expect(leaks[place] as? Int == leak) }
    }
    // `closed` #16 stopped `take(until:)` #13.
    let stopped = try #require(trace.forest[13]?.stoppedAt)
    #expect(fired[15] as? Int == Int(stopped - trace.forest.began))
  }

  @Test func `values are at the moments at which they came`() throws {
    let trace = AnalyzedTrace.feedd
    let activity = try Columns(trace).part("activity")
    let counts = try #require(activity["counts"] as? [Int])
    let times = try #require(activity["times"] as? [Int])
    let amounts = try #require(activity["amounts"] as? [Int])
    var next = 0
    for (place, life) in trace.forest.lives.enumerated() {
      var time = Int(life.subscribedAt)
      var decoded: [UInt64] = []
      for _ in 0..<counts[place] {
        time += times[next]
        for _ in 0..<amounts[next] { decoded.append(UInt64(time)) }
        next += 1
      }
      #expect(decoded == life.activity.exactTimes)
    }
    #expect(next == times.count)
  }

  @Test func `so many values that no page could hold them are put together, and none is lost`() {
    let lives = AnalyzedTrace.feedd.forest.lives
    let all = ReportActivity(lives)
    for budget in [10, 60, 200] {
      let some = ReportActivity(lives, budget: budget)
      #expect(some.times.count <= budget)
      guard budget >= lives.count else { continue }
      var (next, nextOfAll) = (0, 0)
      for place in some.counts.indices {
        let kept = some.amounts[next..<next + some.counts[place]].reduce(0, +)
        #expect(kept == all.amounts[nextOfAll..<nextOfAll + all.counts[place]].reduce(0, +))
        next += some.counts[place]
        nextOfAll += all.counts[place]
      }
    }
  }

  @Test(arguments: [1, 5, 12, 20, 39]) func `a page that is too small keeps leaks and what they are in`(
    limit: Int
  )
    throws
  {
    let trace = AnalyzedTrace.feedd
    let columns = try Columns(trace, limit: limit)
    let (numbers, downstream) = (try columns.numbers("number"), try columns.numbers("downstream"))
    #expect(numbers.count <= limit && numbers == numbers.sorted())
    for (place, number) in numbers.enumerated() {
      let below = downstream[place] == 0 ? nil : numbers[downstream[place] - 1]
      #expect(below == trace.forest[number]?.downstream?.number)
    }
    if limit >= 20 {
      #expect(Set(trace.verdicts.leaks.flatMap { $0.path.map(\.life) }).isSubset(of: numbers))
    }
    #expect(
      columns.page["left_out"] as? String
        == "\(plural(40 - numbers.count, "subscription")) left out: --max 40 shows all")
  }

  @Test func `what was asked for is there with its way to the root`() throws {
    var trace = AnalyzedTrace.feedd
    trace.selection = [20]
    let columns = try Columns(trace)
    #expect(try columns.numbers("number") == trace.forest.pathToRoot(from: 20).map(\.number).sorted())
    #expect(columns.page["left_out"] as? String == "")
  }
}
