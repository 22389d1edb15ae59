import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// A stop signal above a queue stops only what has not come yet.
struct LateStartsTests {
  /// `subject.STOP.concatMap { timer }.subscribe()`; so many wait when the stop comes.
  private func script(waiting: Int, isStop: Bool = true) -> TraceScript {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let queue = script.subscribe("concatMap", "a.swift:8", for: root, at: 0)
    let until = script.subscribe("take(until:)", "a.swift:7", for: queue, at: 0)
    let source = script.subscribe("subject", "a.swift:6", for: until, at: 0)
    let closed = script.subscribe("subject", "a.swift:5", for: until, as: .control, at: 0)
    var inner = script.subscribe("timer", "a.swift:4", for: queue, as: .inner, number: 1, at: 1)
    if isStop {
      let fired = script.next([closed], at: 2)
      script.complete([until], cause: fired, at: 2)
      script.dispose([source, closed], .trigger, at: 2)
    } else {
      script.complete([source, until], at: 2)
    }
    for number in 0..<waiting {
      script.complete([inner], at: 3 + Double(number))
      inner = script.subscribe(
        "timer", "a.swift:4", for: queue, as: .inner, number: UInt32(number + 2), at: 3 + Double(number))
    }
    script.complete([inner, queue, root], at: 3 + Double(waiting))
    return script
  }

  @Test func `What is begun after it is remarked, and is no leak`() {
    let script = script(waiting: 4)
    #expect(
      script.troubles(ended: 10) == [
        "late-starts concatMap 8: 4 inner signals were begun after the stop signal: take(until:) 7 is above it and stops only what has not come yet"
      ])
    #expect(script.verdicts(ended: 10, minimum: .possible).leaks.isEmpty)
  }

  @Test func `A few are on their way, and what ends by itself stops nothing`() {
    for script in [script(waiting: 2), script(waiting: 4, isStop: false)] {
      #expect(script.troubles(ended: 10).filter { $0.hasPrefix("late-starts") }.isEmpty)
    }
  }
}
