import TraceAnalysis
import TraceFixtures
import TraceFormat

@testable import TraceRendering

extension AnalyzedTrace {
  /// The simulated quote server of the fixtures.
  static let feedd = AnalyzedTrace(
    Feedd.records(), began: Feedd.began, ended: Feedd.ended, program: "feedd", file: "feedd.rxtrace")
  static let repairedFeedd = AnalyzedTrace(
    Feedd.records(repaired: true), began: Feedd.began, ended: Feedd.ended, program: "feedd",
    file: "feedd.rxtrace")

  /// A recording that began when the program had been running for a while.
  static let attached = AnalyzedTrace([
    before(7, nil, "subscribe", 20, since: 1_000_000_000), before(8, 7, "interval", 19, since: 1_000_100_000),
    TraceRecord(
      time: 10_000_000_000, thread: ThreadID(rawValue: 1),
      event: .subscribed(
        SubscriptionID(9)!, downstream: nil, role: Role(.source),
        site: Site(operatorName: "subscribe", file: "app/main.swift", line: 30))),
    TraceRecord(
      time: 12_000_000_000, thread: ThreadID(rawValue: 2),
      event: .next(SubscriptionID(8)!, event: EventID(1)!, cause: nil, value: nil)),
  ])

  /// A thousand times the same, as trees and as inner signals.
  static let alike: AnalyzedTrace = {
    var script = TraceScript()
    for _ in 0..<1000 {
      let root = script.subscribe("subscribe", "main.swift:3", at: 0.001)
      script.subscribe("never", "main.swift:2", for: root, at: 0.001)
    }
    let root = script.subscribe("subscribe", "main.swift:9", at: 0.002)
    let merge = script.subscribe("flatMap", "main.swift:8", for: root, at: 0.002)
    for number in 1...1000 {
      let inner = script.subscribe(
        "map", "main.swift:7", for: merge, as: .inner, number: UInt32(number), at: 0.003)
      script.subscribe("never", "main.swift:6", for: inner, at: 0.003)
      if number % 2 == 0 { script.complete([inner], at: 0.004) }
    }
    return AnalyzedTrace(script.trace, began: TraceScript.start, ended: TraceScript.time(10))
  }()

  /// Ninety trees, hardly two of which are alike.
  static let wide: AnalyzedTrace = {
    var script = TraceScript()
    for tree in 0..<90 {
      let time = 0.1 * Double(tree)
      var last = script.subscribe("subscribe", "F\(tree % 17).swift:\(tree + 1)", at: time)
      for level in 0..<(tree % 5) {
        last = script.subscribe("map", "F\(tree % 17).swift:\(level + 100)", for: last, at: time)
        if level % 2 == 1 { script.subscribe("closed", "G.swift:9", for: last, as: .control, at: time) }
      }
      script.next([last], at: time + 0.05)
    }
    return AnalyzedTrace(script.trace)
  }()

  private static func before(
    _ id: UInt64, _ downstream: UInt64?, _ name: String, _ line: UInt32, since: UInt64
  ) -> TraceRecord {
    TraceRecord(
      time: 9_000_000_000, thread: ThreadID(rawValue: 1),
      event: .aliveBefore(
        SubscriptionID(id)!, downstream: downstream.flatMap(SubscriptionID.init), role: Role(.source),
        site: Site(operatorName: name, file: "app/main.swift", line: line), since: since))
  }

  init(
    _ records: [TraceRecord], began: UInt64? = nil, ended: UInt64? = nil, program: String = "test",
    file: String = "test.rxtrace", options: Verdicts.Options = Verdicts.Options()
  ) {
    var builder = ForestBuilder()
    for record in records { builder.add(record) }
    let forest = builder.finish(began: began, ended: ended)
    self.init(
      forest: forest, verdicts: Verdicts(forest, options: options), program: program, processID: 4711,
      file: file)
  }
}
