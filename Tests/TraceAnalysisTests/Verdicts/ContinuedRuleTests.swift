import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// A stop signal came, and the operator below it began what stands next, or the same again.
struct ContinuedRuleTests {
  private struct Program {
    var script = TraceScript()
    let clock: SubscriptionID

    init() { clock = script.subscribe("subscribe", "main.swift:1", at: 0) }

    /// `first.take(until: stop).NAME(second).subscribe()`, stopped, whereupon `second` begins.
    mutating func play(_ name: String = "concat", second: String = "interval", letGo: Bool, at time: Double) {
      let root = script.subscribe("subscribe", "a.swift:9", at: time)
      let both = script.subscribe(name, "a.swift:8", for: root, at: time)
      let until = script.subscribe("take(until:)", "a.swift:7", for: both, at: time)
      let stop = script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: time)
      let first = script.subscribe("interval", "a.swift:3", for: until, at: time)
      if letGo { script.add(.handleReleased(root), time) }
      let fired = script.next([stop], at: time + 0.2)
      script.dispose([first], .trigger, cause: fired, at: time + 0.2)
      script.complete([until], cause: fired, at: time + 0.2)
      script.dispose([stop, until], .terminated, at: time + 0.2)
      let next = script.subscribe(
        second, "a.swift:2", for: both, as: name == "then" ? .inner : .source, at: time + 0.2)
      script.next([next, both, root], at: time + 0.5)
    }

    /// `source.take(until: a).take(until: b).repeat()`, stopped time after time by the lines that are named.
    mutating func rounds(stoppedAt lines: [Int], letGo: Bool = true) {
      let root = script.subscribe("subscribe", "a.swift:9", at: 0)
      let again = script.subscribe("repeat", "a.swift:8", for: root, at: 0)
      if letGo { script.add(.handleReleased(root), 0) }
      for (round, line) in (lines + [0]).enumerated() {
        let time = Double(round)
        let until = script.subscribe("take(until:)", "a.swift:\(max(line, 6))", for: again, at: time)
        let source = script.subscribe("PublishSubject", "a.swift:3", for: until, at: time)
        let closed = script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: time)
        script.next([source, until, again, root], at: time + 0.2)
        guard line > 0 else { break }
        let fired = script.next([closed], at: time + 0.5)
        script.complete([until], cause: fired, at: time + 0.5)
        script.dispose([source, closed, until], .trigger, at: time + 0.5)
      }
    }

    /// `source.take(until: stop).concat(timer).repeat()`, stopped once.
    mutating func pausesAndRepeats(letGo: Bool, from start: Double) {
      let root = script.subscribe("subscribe", "a.swift:9", at: start)
      let again = script.subscribe("repeat", "a.swift:8", for: root, at: start)
      if letGo { script.add(.handleReleased(root), start) }
      for time in [start, start + 0.7] {
        let both = script.subscribe("concat", "a.swift:7", for: again, at: time)
        let until = script.subscribe("take(until:)", "a.swift:6", for: both, at: time)
        let source = script.subscribe("PublishSubject", "a.swift:3", for: until, at: time)
        let closed = script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: time)
        script.next([source, until, both, again, root], at: time + 0.2)
        guard time == start else { break }
        let fired = script.next([closed], at: time + 0.5)
        script.complete([until], cause: fired, at: time + 0.5)
        script.dispose([source, closed, until], .trigger, at: time + 0.5)
        let pause = script.subscribe("timer", "a.swift:5", for: both, at: time + 0.5)
        script.complete([pause, both], at: time + 0.7)
        script.dispose([pause, both], .terminated, at: time + 0.7)
      }
    }

    mutating func verdicts() -> Verdicts {
      for second in 1...8 { script.next([clock], at: Double(second) + 0.9) }
      return script.verdicts(ended: 10, minimum: .possible)
    }
  }

  @Test(arguments: ["concat", "then", "switchIfEmpty"])
  func `What the stop begins has no stop, where nobody has the handles`(name: String) throws {
    var program = Program()
    for second in 1...2 { program.play(name, letGo: true, at: Double(second)) }
    let leak = try #require(program.verdicts().leaks.first)
    #expect(leak.reason == .begunAfterStop)
    #expect(leak.confidence == .likely)
    #expect(leak.site.line == 8)
    #expect(leak.instances == [2, 8])
  }

  @Test(
    arguments: [
      (1, true, "interval", 1, "once may be meant"), (2, false, "interval", 1, "somebody has the handles"),
      (1, false, "interval", 0, "once, and somebody has the handle"),
      (2, false, "PublishSubject", 0, "somebody has the handles, and it does no work of its own"),
      (2, true, "just", 0, "it ends by itself"),
    ] as [(Int, Bool, String, Int, String)])
  func `First this, then that, is what concat is for`(
    times: Int, letGo: Bool, second: String, suspects: Int, reason: String
  ) {
    var program = Program()
    for number in 1...times { program.play(second: second, letGo: letGo, at: Double(number)) }
    let verdicts = program.verdicts()
    #expect(verdicts.leaks.isEmpty, "\(reason)")
    #expect(
      verdicts.suspects.map(\.reason) == Array(repeating: .begunAfterStop, count: suspects), "\(reason)")
    #expect(verdicts.suspects.allSatisfy { $0.site.line == 8 }, "\(reason)")
  }

  @Test(
    arguments: [
      ([6, 6, 7], true, true), ([6, 6, 6], true, false), ([7, 6, 7], true, false), ([6, 6, 7], false, false),
    ] as [([Int], Bool, Bool)])
  func `What is stopped in one way again and again is a rhythm, and in another way an end`(
    lines: [Int], letGo: Bool, isUndone: Bool
  ) {
    var program = Program()
    program.rounds(stoppedAt: lines, letGo: letGo)
    let leaks = program.verdicts().leaks
    #expect(leaks.map(\.reason) == (isUndone ? [.stopUndone] : []))
    #expect(leaks.allSatisfy { $0.site.line == 8 })
  }

  @Test(
    arguments: [
      ([0, 1, 2], true, true, "each was stopped before the next began"),
      ([0, 0.1, 0.2], true, false, "they went on beside each other before the first stop"),
      ([0], true, false, "once may be a rhythm"), ([0, 1, 2], false, false, "somebody has the handles"),
    ] as [([Double], Bool, Bool, String)])
  func `One stop in each of several, one after the other, was meant to end it`(
    starts: [Double], letGo: Bool, isUndone: Bool, reason: String
  ) {
    var program = Program()
    for start in starts { program.pausesAndRepeats(letGo: letGo, from: start) }
    let leaks = program.verdicts().leaks
    #expect(leaks.map(\.reason) == (isUndone ? [.stopUndone] : []), "\(reason)")
    #expect(leaks.allSatisfy { $0.site.line == 8 && $0.instances.count == 3 }, "\(reason)")
  }
}
