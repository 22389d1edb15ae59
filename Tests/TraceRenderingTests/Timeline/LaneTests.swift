import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

@testable import TraceRendering

/// Ten seconds, drawn one second a column; what happens at the very end has a column of its own.
struct LaneTests {
  enum End: Sendable {
    case completed(Double)
    case failed(Double)
    case disposed(Double)
    case alive
  }

  @Test(
    arguments: [
      (0, [1, 4, 9], .completed(9.5), "^o--o----| ", "a value, another, completed"),
      (2, [3, 3.2, 3.4], .disposed(6), "  ^3--!    ", "values of one column are counted"),
      (1, [], .failed(3), " ^-#       ", "failed"),
      (1, (1...12).map { 4 + Double($0) / 100 }, .alive, " ^--*----->", "ten or more; alive at the end"),
      (5, [5.1], .disposed(5.5), "     !     ", "a life within a column shows its end"),
      (5, [5.1], .completed(6.9), "     ^|    ", "its beginning goes before a value"),
    ] as [(Double, [Double], End, String, String)])
  func `a life is drawn in marble notation`(
    start: Double, values: [Double], end: End, lane: String, because reason: String
  ) {
    #expect(drawn(1, records(start, values, end)) == lane, "\(reason)")
  }

  @Test func `values after disposal are crosses`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "A.swift:1", at: 0)
    let source = script.subscribe("publish", "A.swift:2", for: root, at: 0)
    for second in 1...8 { script.next([source], at: Double(second) + 0.1) }
    script.dispose([root], .explicit, at: 5)
    #expect(drawn(1, script.trace) == "^----!     ")
    #expect(drawn(2, script.trace) == "^ooooxxxx->")
  }

  @Test func `lost ranges are question marks and never look quiet`() {
    let lost = TraceRecord(
      time: TraceScript.time(5.9), thread: ThreadID(rawValue: 2),
      event: .lost(count: 3, since: TraceScript.time(3.2)))
    #expect(drawn(1, records(1, [2, 9], .completed(9.5)) + [lost]) == " ^o???---| ")
  }

  @Test func `a part of the recording has neither the beginning nor the end of what goes on`() {
    #expect(drawn(1, records(1, [2, 5, 9], .completed(9.5)), from: 4, to: 8, columns: 5) == "-o---")
    #expect(drawn(1, records(1, [2, 5, 9], .completed(9.5)), from: 0, to: 2, columns: 3) == " ^o")
  }

  @Test func `what lies outside the part has no row`() {
    let trace = analyzed(records(1, [], .disposed(2)))
    let scale = TimeScale(trace.forest, from: 3_000_000_000, to: 6_000_000_000, room: 4)
    #expect(Lane(trace.forest[1]!, trace.forest, scale).span == nil)
  }

  @Test func `values that are only known to lie between two moments are spread`() {
    // Eight a second: too many to keep the time of each.
    let trace = analyzed(records(0, (0..<64).map { 1 + Double($0) / 8 }, .alive))
    let life = trace.forest[1]!
    #expect(life.activity.exactTimes == nil)
    let scale = TimeScale(trace.forest, from: nil, to: nil, room: 401)
    let lane = Lane(life, trace.forest, scale)
    let busy = lane.cells[scale.column(of: TraceScript.time(1.2))...scale.column(of: TraceScript.time(8.5))]
    #expect(scale.step == 25_000_000)
    // One value in each stretch of 125 ms.
    for start in busy.indices.dropLast(8) { #expect(busy[start..<start + 8].contains { $0 != "-" }) }
  }

  @Test func `values that are only counted stay within the life`() {
    let trace = analyzed(records(1, (0..<500).map { 1.5 + Double($0) / 100 }, .completed(6.51)))
    for room in [11, 50, 400] {
      let scale = TimeScale(trace.forest, from: nil, to: nil, room: room)
      let lane = Lane(trace.forest[1]!, trace.forest, scale)
      #expect(lane.cells.last { $0 != " " } == "|")
    }
  }

  private func records(_ start: Double, _ values: [Double], _ end: End) -> [TraceRecord] {
    var script = TraceScript()
    let id = script.subscribe("map", "A.swift:1", at: start)
    for value in values { script.next([id], at: value) }
    switch end {
    case .completed(let time): script.complete([id], at: time)
    case .failed(let time): script.fail([id], "no", at: time)
    case .disposed(let time): script.dispose([id], .explicit, at: time)
    case .alive: break
    }
    return script.trace
  }

  private func analyzed(_ records: [TraceRecord]) -> AnalyzedTrace {
    AnalyzedTrace(records, began: TraceScript.start, ended: TraceScript.time(10))
  }

  private func drawn(
    _ number: Int, _ records: [TraceRecord], from: UInt64 = 0, to: UInt64 = 10, columns: Int = 11
  ) -> String {
    let trace = analyzed(records)
    let scale = TimeScale(
      trace.forest, from: from * 1_000_000_000, to: to * 1_000_000_000, room: columns)
    return String(Lane(trace.forest[number]!, trace.forest, scale).cells)
  }
}
