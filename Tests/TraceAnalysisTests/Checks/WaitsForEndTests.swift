import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Operators that send only as their source ends.
struct WaitsForEndTests {
  /// `source.map().reduce()`, with so many values in so many seconds.
  private func reduced(
    _ values: Int, of name: String = "PublishSubject", by map: String = "map", disposedAt end: Double? = nil,
    anotherEnds: Bool = false
  ) -> [String] {
    var script = TraceScript()
    for number in 0..<(anotherEnds ? 2 : 1) {
      let root = script.subscribe("subscribe", "a.swift:9", at: 0)
      let reduce = script.subscribe("reduce", "a.swift:8", for: root, at: 0)
      let step = script.subscribe(map, "a.swift:7", for: reduce, at: 0)
      let source = script.subscribe(name, "a.swift:6", for: step, at: 0)
      for value in 0..<values { script.next([source, step], at: 8 * Double(value + 1) / Double(values)) }
      if number == 1 {
        script.complete([source, step], at: 8.5)
        script.next([reduce, root], at: 8.5)
        script.complete([reduce, root], at: 8.5)
      } else if let end {
        script.dispose([root, reduce, step, source], .explicit, at: end)
      }
    }
    let other = script.subscribe("subscribe", "a.swift:1", at: 9.8)
    script.next([other], at: 9.9)
    return script.troubles(ended: 10).filter { $0.hasPrefix("waits-for-end") }
  }

  private func told(_ count: Int, _ source: String = "PublishSubject") -> [String] {
    [
      "waits-for-end reduce 8: sends only as its source ends, and \(source) 6 has not: \(count) values came, and none was"
        + " passed on"
    ]
  }

  @Test func `A source that cannot end is told whatever comes`() {
    for values in [0, 4, 5] { #expect(reduced(values, of: "interval") == told(values, "interval")) }
  }

  @Test func `One that was disposed had its time, and one that lives may be about to end`() {
    #expect(reduced(20, disposedAt: 9) == told(20))
    #expect(reduced(19, disposedAt: 9).isEmpty)
    #expect(reduced(50) == told(50))
    #expect(reduced(49).isEmpty)
    // As the program came to its end.
    #expect(reduced(20, disposedAt: 9.95).isEmpty)
  }

  @Test func `What ends in time is not told, nor what another of its line shows to end`() {
    #expect(reduced(200, by: "take").isEmpty)
    #expect(reduced(200, of: "range").isEmpty)
    #expect(reduced(200, anotherEnds: true).isEmpty)
  }
}
