import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// `concat` and `then` behind a first signal that does not complete.
struct NeverReachedTests {
  /// So many values of a first signal below `concat`; whether the others were begun after it.
  private func troubles(
    _ values: Int, of source: String, through step: String = "map", goesOn: Bool = false, seconds: Double = 9
  ) -> [String] {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let concat = script.subscribe("concat", "a.swift:8", for: root, at: 0)
    let step = script.subscribe(step, "a.swift:7", for: concat, at: 0)
    let first = script.subscribe(source, "a.swift:6", for: step, at: 0)
    for value in 0..<values {
      script.next([first, step, concat, root], at: seconds * Double(value + 1) / Double(values + 1))
    }
    if goesOn {
      script.complete([first, step], at: seconds)
      script.subscribe("PublishSubject", "a.swift:5", for: concat, at: seconds)
    }
    let other = script.subscribe("subscribe", "a.swift:1", at: 9.8)
    script.next([other], at: 9.9)
    return script.troubles(ended: 10).filter { $0.hasPrefix("never-reached") }
  }

  private func told(_ count: String, _ source: String, _ verb: String) -> [String] {
    [
      "never-reached concat 8: goes on only as its first signal completes, and waits: \(source) 6 \(verb); \(count) came "
        + "from it, and no other signal was begun"
    ]
  }

  @Test func `A signal that cannot complete is told whatever it sends`() {
    #expect(troubles(0, of: "interval") == told("0 values", "interval", "never completes"))
    #expect(troubles(1, of: "interval") == told("1 value", "interval", "never completes"))
  }

  @Test func `A subject that has not completed is told of a recording that was cut only after many values`() {
    #expect(troubles(50, of: "PublishSubject") == told("50 values", "PublishSubject", "has not completed"))
    #expect(troubles(49, of: "PublishSubject").isEmpty)
  }

  @Test func `What goes on is not told, nor what ends in time, nor work that has not come to its end`() {
    #expect(troubles(60, of: "PublishSubject", goesOn: true).isEmpty)
    #expect(troubles(60, of: "interval", through: "take").isEmpty)
    #expect(troubles(60, of: "create").isEmpty)
  }
}
