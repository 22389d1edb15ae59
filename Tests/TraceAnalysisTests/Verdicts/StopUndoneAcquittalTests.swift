import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// Why an operator that began its source again after a stop was let be.
struct StopUndoneAcquittalTests {
  private struct Program {
    var script = TraceScript()
    let clock: SubscriptionID

    init() { clock = script.subscribe("subscribe", "main.swift:1", at: 0) }

    /// `source.take(until: stop).concat(pause).repeat()`, whose rounds are stopped by the signals of these lines. No
    /// signal stops a round with line 0.
    mutating func rounds(
      stoppedBy lines: [UInt32], letGo: Bool = true, hasStopBelow: Bool = false, from start: Double = 1
    ) {
      let root = script.subscribe("subscribe", "a.swift:9", at: start)
      if letGo { script.add(.handleReleased(root), start) }
      var below = root
      if hasStopBelow {
        below = script.subscribe("take(until:)", "a.swift:20", for: root, at: start)
        script.subscribe("PublishSubject", "a.swift:21", for: below, as: .control, at: start)
      }
      let again = script.subscribe("repeat", "a.swift:8", for: below, at: start)
      for (round, line) in (lines + [99]).enumerated() {
        let time = start + Double(round)
        let both = script.subscribe("concat", "a.swift:7", for: again, at: time)
        let until = script.subscribe("take(until:)", "a.swift:6", for: both, at: time)
        let source = script.subscribe("PublishSubject", "a.swift:3", for: until, at: time)
        let closed = script.subscribe(
          "PublishSubject", "a.swift:\(30 + line)", for: until, as: .control, at: time)
        script.next([source, until, both, again, root], at: time + 0.2)
        guard round < lines.count else { break }
        if line > 0 {
          let fired = script.next([closed], at: time + 0.5)
          script.complete([until], cause: fired, at: time + 0.5)
          script.dispose([source, closed, until], .trigger, at: time + 0.5)
        } else {
          script.complete([source, until], at: time + 0.5)
          script.dispose([closed, until], .terminated, at: time + 0.5)
        }
        let pause = script.subscribe("timer", "a.swift:5", for: both, at: time + 0.5)
        script.complete([pause, both], at: time + 0.9)
        script.dispose([pause, both], .terminated, at: time + 0.9)
      }
    }

    mutating func told(_ number: Int = 2) -> [String] {
      for second in 1...8 { script.next([clock], at: Double(second) + 0.95) }
      return script.acquittals(of: number).filter { $0.contains("stopUndone") }
    }
  }

  @Test(
    arguments: [
      ([1], false, "somebody has the handle, and can end it"),
      ([1], true, "it happened once, and the stop may have been meant for the source alone"),
      ([1, 1], true, "the same signal has stopped it 2 times, and that is a rhythm"),
      ([0, 1], true, "it did the same after ends that were no stop"),
    ] as [([UInt32], Bool, String)])
  func `A stop that was undone may have been meant for the source alone`(
    lines: [UInt32], letGo: Bool, words: String
  ) {
    var program = Program()
    program.rounds(stoppedBy: lines, letGo: letGo)
    let (weight, again) = (words.hasPrefix("it happened") ? "short" : "excused", 4 + 5 * lines.count)
    let reason = "#3 began #\(again) after a stop of its source: \(words)"
    #expect(program.told() == ["\(weight) stopUndone: \(reason)"])
  }

  @Test func `Another stop below the operator may still end it`() {
    var program = Program()
    program.rounds(stoppedBy: [1], hasStopBelow: true)
    #expect(
      program.told() == [
        "excused stopUndone: another stop, #3 of take(until:) 20, stands below the one that came: it may still end #2"
      ])
  }

  @Test func `Several that were begun beside each other are no repetition`() {
    var program = Program()
    for start in [1, 1.1] { program.rounds(stoppedBy: [1], from: start) }
    let words = "2 of its kind did, which were begun beside each other and not one after the other"
    #expect(program.told().first?.hasSuffix(words) == true)
  }

  @Test func `Where a signal has stopped nothing, the rule says nothing`() {
    var program = Program()
    program.rounds(stoppedBy: [0, 0], letGo: false)
    #expect(program.told().isEmpty)
  }

  @Test func `A stop by another signal than before is an end, and accused`() {
    var program = Program()
    program.rounds(stoppedBy: [1, 2])
    #expect(program.told(14).isEmpty)
    #expect(program.script.verdicts(ended: 10).leaks.map(\.reason) == [.stopUndone])
  }
}
