import Testing
import TraceAnalysis
import TraceFixtures

@testable import TraceRendering

struct TimeScaleTests {
  private let forest = AnalyzedTrace([], began: TraceScript.start, ended: TraceScript.time(12)).forest

  @Test func `columns are round and cover the recording`() {
    let scale = TimeScale(forest, from: nil, to: nil, room: 50)
    #expect(scale.step == 250_000_000)
    #expect(scale.columns == 49)
    #expect(scale.column(of: TraceScript.start) == 0)
    #expect(scale.column(of: TraceScript.time(0.249)) == 0)
    #expect(scale.column(of: TraceScript.time(0.25)) == 1)
    #expect(scale.column(of: TraceScript.time(12)) == 48)
  }

  @Test func `moments outside are at the edges`() {
    let scale = TimeScale(forest, from: 2_000_000_000, to: 4_000_000_000, room: 21)
    #expect(scale.column(of: 0) == 0)
    #expect(scale.column(of: .max) == scale.columns - 1)
  }

  @Test(arguments: [(9, 3), (50, 60), (5, 5)] as [(UInt64, UInt64)])
  func `a part that makes no sense is the whole`(from: UInt64, to: UInt64) {
    let scale = TimeScale(forest, from: from * 1_000_000_000, to: to * 1_000_000_000, room: 50)
    #expect(scale.start == TraceScript.start)
    #expect(scale.end == TraceScript.time(12))
  }

  @Test(arguments: [1, 2, 7, 20, 50, 133, 1000]) func `there are never more columns than room`(room: Int) {
    for end in [0, 1e-6, 0.000_9, 0.333, 1, 59.9, 86_400, 1e9] {
      let forest = AnalyzedTrace([], began: TraceScript.start, ended: TraceScript.time(end)).forest
      let scale = TimeScale(forest, from: nil, to: nil, room: room)
      #expect(scale.columns <= max(room, 2))
      #expect(scale.column(of: forest.ended) == scale.columns - 1)
    }
  }

  @Test func `a logarithmic scale grows with the distance from its beginning`() {
    let scale = TimeScale(forest, from: nil, to: nil, room: 61, isLogarithmic: true)
    #expect(scale.columns == 61 && scale.step == 10_000_000)
    let seconds = [0, 0.01, 0.1, 1, 10, 12]
    let columns = seconds.map { scale.column(of: TraceScript.time($0)) }
    #expect(columns.first == 0 && columns.last == 60)
    #expect(scale.tickColumns == Array(columns.dropLast()))
    #expect(
      scale.tickColumns.map { scale.label(at: $0, .seconds, since: TraceScript.start) } == [
        "0", "0.01", "0.1", "1", "10",
      ])
    // From the first decade on each is as wide as the next.
    #expect(abs((columns[4] - columns[3]) - (columns[3] - columns[2])) <= 1)
    #expect(scale.column(of: 0) == 0 && scale.column(of: .max) == 60)
  }

  @Test(arguments: [0, 1e-9, 1e-7, 1e-6, 1, 1e9]) func `a logarithmic scale of any length is in order`(
    end: Double
  ) {
    let forest = AnalyzedTrace([], began: TraceScript.start, ended: TraceScript.time(end)).forest
    let scale = TimeScale(forest, from: nil, to: nil, room: 40, isLogarithmic: true)
    let columns = (0...100).map { scale.column(of: forest.began + (forest.ended - forest.began) / 100 * $0) }
    #expect(columns == columns.sorted() && columns.allSatisfy { $0 < scale.columns })
    #expect(Set(scale.tickColumns).count == scale.tickColumns.count)
  }

  @Test func `ticks are at round moments`() {
    let scale = TimeScale(forest, from: nil, to: nil, room: 50)
    #expect(scale.ticks == 8)
    #expect(scale.label(at: 8, .seconds, since: TraceScript.start) == "2")
    #expect(scale.label(at: 10, .seconds, since: TraceScript.start) == "2.5")
  }
}
