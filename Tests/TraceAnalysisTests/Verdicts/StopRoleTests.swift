import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// A stop signal is followed through every role, and what was begun after it counts as well.
struct StopRoleTests {
  /// `subject.STOP.flatMap { interval }.subscribe()`, with whatever stands between.
  private struct Program {
    var script = TraceScript()
    let root, flatMap: SubscriptionID

    init() {
      root = script.subscribe("subscribe", "a.swift:9", at: 0)
      flatMap = script.subscribe("flatMap", "a.swift:8", for: root, at: 0)
    }

    mutating func inner(at time: Double, _ source: String = "interval") {
      script.subscribe(source, "a.swift:2", for: flatMap, as: .inner, number: 1, at: time)
    }

    func leaks() -> [Leak] { script.verdicts(ended: 10).leaks }
  }

  @Test func `It goes on over a shared connection to all that joined it`() throws {
    var program = Program()
    let share = program.script.subscribe("share", "a.swift:7", for: program.flatMap, at: 0)
    let feed = program.script.subscribe("take(until:)", "a.swift:6", for: share, as: .shared, at: 0)
    let until = program.script.subscribe("take(until:)", "a.swift:6", for: feed, at: 0)
    let source = program.script.subscribe("PublishSubject", "a.swift:5", for: until, at: 0)
    let closed = program.script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: 0)
    program.inner(at: 1)
    let fired = program.script.next([closed], at: 3)
    program.script.complete([until, feed, share], cause: fired, at: 3)
    program.script.dispose([source, closed], .trigger, at: 3)
    let leak = try #require(program.leaks().first)
    #expect(leak.reason == .innerOutlivedStopSignal)
    #expect(leak.site.line == 8)
  }

  @Test(arguments: [("take(while:)", true), ("map", false)])
  func `An operator that ends its source early stops as well`(name: String, stops: Bool) {
    var program = Program()
    let take = program.script.subscribe(name, "a.swift:7", for: program.flatMap, at: 0)
    let source = program.script.subscribe("PublishSubject", "a.swift:6", for: take, at: 0)
    for second in 1...2 {
      program.script.next([source, take], at: Double(second))
      program.inner(at: Double(second))
    }
    let last = program.script.next([source], at: 3)
    program.script.complete([take], cause: last, at: 3)
    program.script.dispose([source], .downstream, at: 3)
    #expect(program.leaks().map(\.site.line) == (stops ? [8] : []))
  }

  @Test(arguments: [("interval", Confidence.likely), ("PublishSubject", .possible)])
  func `Where somebody has the handle, a clock of its own shows what the stop was meant for`(
    source: String, confidence: Confidence
  ) {
    var program = Program()
    let other = program.script.subscribe("subscribe", "b.swift:1", at: 0)
    program.script.add(.handleReleased(other), 0)
    let until = program.script.subscribe("take(until:)", "a.swift:7", for: program.flatMap, at: 0)
    let closed = program.script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: 0)
    program.inner(at: 1, source)
    let fired = program.script.next([closed], at: 3)
    program.script.complete([until], cause: fired, at: 3)
    program.script.dispose([closed, until], .trigger, at: 3)
    program.script.next([other], at: 4)
    let verdicts = program.script.verdicts(ended: 10, minimum: .possible)
    #expect((verdicts.leaks + verdicts.suspects).map(\.confidence) == [confidence])
    #expect((verdicts.leaks + verdicts.suspects).map(\.reason) == [.innerOutlivedStopSignal])
  }

  @Test func `What the first value is to start, it starts`() {
    var program = Program()
    let take = program.script.subscribe("take", "a.swift:7", for: program.flatMap, at: 0)
    let source = program.script.subscribe("PublishSubject", "a.swift:6", for: take, at: 0)
    let first = program.script.next([source, take], at: 1)
    program.inner(at: 1)
    program.script.complete([take], cause: first, at: 1)
    program.script.dispose([source], .downstream, at: 1)
    #expect(program.leaks().isEmpty)
  }

  @Test func `What has shown an end is given the time for it`() {
    var program = Program()
    let until = program.script.subscribe("take(until:)", "a.swift:7", for: program.flatMap, at: 0)
    let closed = program.script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: 0)
    let done = program.script.subscribe(
      "timer", "a.swift:2", for: program.flatMap, as: .inner, number: 1, at: 1)
    program.script.complete([done], at: 4)
    program.script.dispose([done], .terminated, at: 4)
    program.inner(at: 6, "timer")
    let fired = program.script.next([closed], at: 7)
    program.script.complete([until], cause: fired, at: 7)
    program.script.dispose([closed], .trigger, at: 7)
    #expect(program.leaks().isEmpty)
    #expect(program.script.verdicts(ended: 20).leaks.count == 1)
  }

  @Test func `Repeating what was stopped undoes the stop, once`() throws {
    for stops in 1...2 {
      var script = TraceScript()
      let root = script.subscribe("subscribe", "a.swift:9", at: 0)
      let again = script.subscribe("repeat", "a.swift:8", for: root, at: 0)
      for round in 0...stops {
        let time = Double(round)
        let until = script.subscribe("take(until:)", "a.swift:7", for: again, at: time)
        let source = script.subscribe("PublishSubject", "a.swift:6", for: until, at: time)
        let closed = script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: time)
        guard round < stops else { break }
        let fired = script.next([closed], at: time + 0.5)
        script.complete([until], cause: fired, at: time + 0.5)
        script.dispose([source, closed, until], .trigger, at: time + 0.5)
      }
      let leaks = script.verdicts(ended: 10).leaks
      #expect(leaks.map(\.reason) == (stops == 1 ? [.stopUndone] : []), "\(stops)")
      #expect(leaks.allSatisfy { $0.site.line == 8 })
    }
  }

  @Test func `A stop on one of several branches is in the wrong place if it is so every time`() {
    for sessions in 1...2 {
      var script = TraceScript()
      for session in 0..<sessions {
        let time = Double(session)
        let root = script.subscribe("subscribe", "a.swift:9", at: time)
        let both = script.subscribe("combineLatest", "a.swift:8", for: root, at: time)
        let until = script.subscribe("take(until:)", "a.swift:7", for: both, at: time)
        let closed = script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: time)
        script.subscribe("PublishSubject", "a.swift:3", for: both, at: time)
        let fired = script.next([closed], at: time + 0.5)
        script.complete([until], cause: fired, at: time + 0.5)
        script.dispose([closed, until], .terminated, at: time + 0.5)
      }
      let leaks = script.verdicts(ended: 10).leaks
      #expect(leaks.map(\.reason) == (sessions == 2 ? [.stopOnOneBranch] : []))
      #expect(leaks.allSatisfy { $0.site.line == 7 })
    }
  }

  @Test(arguments: [(true, "PublishSubject", 1), (false, "PublishSubject", 0), (true, "interval", 0)])
  func `Once it is a suspect if a signal stopped the branch and nobody has the handle`(
    letGo: Bool, signal: String, suspects: Int
  ) {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    let root = script.subscribe("subscribe", "a.swift:9", at: 1)
    let both = script.subscribe("combineLatest", "a.swift:8", for: root, at: 1)
    let until = script.subscribe("take(until:)", "a.swift:7", for: both, at: 1)
    let closed = script.subscribe(signal, "a.swift:4", for: until, as: .control, at: 1)
    script.subscribe("PublishSubject", "a.swift:3", for: both, at: 1)
    if letGo { script.add(.handleReleased(root), 1) }
    let fired = script.next([closed], at: 2)
    script.complete([until], cause: fired, at: 2)
    script.dispose([closed, until], .terminated, at: 2)
    for second in 3...9 { script.next([clock], at: Double(second)) }
    let verdicts = script.verdicts(ended: 10, minimum: .possible)
    #expect(verdicts.leaks.isEmpty)
    #expect(verdicts.suspects.map(\.reason) == Array(repeating: .stopOnOneBranch, count: suspects))
    #expect(verdicts.suspects.allSatisfy { $0.site.line == 7 && $0.evidence.count == 2 })
  }
}
