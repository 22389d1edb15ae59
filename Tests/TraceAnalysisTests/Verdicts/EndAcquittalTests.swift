import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// Why a living subscription belongs to no leak: an end that is still to come.
struct EndAcquittalTests {
  private struct Program {
    var script = TraceScript()
    let clock: SubscriptionID

    init() { clock = script.subscribe("subscribe", "main.swift:1", at: 0) }

    mutating func goOn() { for second in 5...9 { script.next([clock], at: Double(second)) } }
  }

  @Test func `A source that always ends needs no handle`() {
    var program = Program()
    let root = program.script.subscribe("subscribe", "a.swift:9", at: 4)
    program.script.subscribe("range", "a.swift:8", for: root, at: 4)
    program.script.add(.handleReleased(root), 4)
    program.goOn()
    #expect(
      program.script.acquittals(of: 2).first
        == "excused handleForgotten: #2 ends by itself: its source always ends")
  }

  @Test func `Others of its kind that ended by themselves say that this one may`() {
    var program = Program()
    for start in [1.0, 6.0] {
      let root = program.script.subscribe("subscribe", "a.swift:9", at: start)
      program.script.add(.handleReleased(root), start)
      if start == 1 { program.script.complete([root], at: 6) }
    }
    program.goOn()
    #expect(
      program.script.acquittals(of: 3).first
        == "excused handleForgotten: #3 is 4000ms old and may end by itself: 1 other of its kind did, and the longest life of the kind was 5000ms"
    )
  }

  @Test func `A stop that is to come needs no handle`() {
    var program = Program()
    let root = program.script.subscribe("subscribe", "a.swift:9", at: 4)
    let until = program.script.subscribe("take(until:)", "a.swift:8", for: root, at: 4)
    program.script.subscribe("interval", "a.swift:7", for: until, at: 4)
    program.script.subscribe("PublishSubject", "a.swift:6", for: until, as: .control, at: 4)
    program.script.add(.handleReleased(root), 4)
    program.goOn()
    #expect(
      program.script.acquittals(of: 2).first
        == "excused handleForgotten: the stop of #3, take(until:) 8, is still to come: it ends #2")
  }

  /// An operator whose source a stop ends at 3 s, and the life of an inner signal of it.
  private func stopped(
    hasStopBelow: Bool = false, _ inner: (inout TraceScript, SubscriptionID) -> Void
  ) -> TraceScript {
    var script = TraceScript()
    var below = script.subscribe("subscribe", "a.swift:9", at: 0)
    if hasStopBelow {
      below = script.subscribe("take(until:)", "a.swift:8", for: below, at: 0)
      script.subscribe("PublishSubject", "a.swift:4", for: below, as: .control, at: 0)
    }
    let flatMap = script.subscribe("flatMap", "a.swift:7", for: below, at: 0)
    let until = script.subscribe("take(until:)", "a.swift:6", for: flatMap, at: 0)
    let source = script.subscribe("PublishSubject", "a.swift:5", for: until, at: 0)
    let closed = script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: 0)
    inner(&script, flatMap)
    let fired = script.next([closed], at: 3)
    script.complete([until], cause: fired, at: 3)
    script.dispose([source, closed], .trigger, cause: fired, at: 3)
    script.dispose([until], .terminated, cause: fired, at: 3)
    script.subscribe("subscribe", "main.swift:1", at: 9)
    return script
  }

  @Test func `Another stop below the operator may still end it`() {
    let script = stopped(hasStopBelow: true) { script, flatMap in
      script.subscribe("interval", "a.swift:3", for: flatMap, as: .inner, number: 1, at: 1)
    }
    #expect(
      script.acquittals(of: 8).first
        == "excused innerOutlivedStopSignal: another stop, #2 of take(until:) 8, stands below the one that came: it may still end #8"
    )
  }

  @Test func `A count of its own ends an inner signal`() {
    let script = stopped { script, flatMap in
      let take = script.subscribe("take", "a.swift:3", for: flatMap, as: .inner, number: 1, at: 1)
      let clock = script.subscribe("interval", "a.swift:2", for: take, at: 1)
      script.next([clock, take], at: 2)
    }
    #expect(
      script.acquittals(of: 6).first
        == "excused innerOutlivedStopSignal: #6 ends after a count of values, of which 1 has come"
    )
  }

  @Test func `The last value of a count was meant to begin something`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let flatMap = script.subscribe("flatMap", "a.swift:8", for: root, at: 0)
    let take = script.subscribe("take", "a.swift:7", for: flatMap, at: 0)
    let source = script.subscribe("PublishSubject", "a.swift:6", for: take, at: 0)
    let first = script.next([source, take], at: 1)
    script.subscribe("interval", "a.swift:2", for: flatMap, as: .inner, number: 1, at: 1)
    script.complete([take], cause: first, at: 1)
    script.dispose([source], .downstream, at: 1)
    #expect(
      script.acquittals(of: 5).first
        == "excused innerOutlivedStopSignal: the last value that #3 let through began #5, the only inner signal left: it was meant to go on"
    )
  }

  @Test func `Stops that come again and again are a rhythm`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let again = script.subscribe("repeat", "a.swift:8", for: root, at: 0)
    for round in 0...2 {
      let time = Double(round)
      let until = script.subscribe("take(until:)", "a.swift:7", for: again, at: time)
      let source = script.subscribe("PublishSubject", "a.swift:6", for: until, at: time)
      let closed = script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: time)
      guard round < 2 else { break }
      let fired = script.next([closed], at: time + 0.5)
      script.complete([until], cause: fired, at: time + 0.5)
      script.dispose([source, closed, until], .trigger, at: time + 0.5)
    }
    #expect(
      script.acquittals(of: 9).contains(
        "excused stopUndone: #2 began #9 after 2 stops of its source: the stops are a rhythm"))
  }

  @Test func `A stop on one branch leaves the others to go on`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 1)
    let both = script.subscribe("combineLatest", "a.swift:8", for: root, at: 1)
    let until = script.subscribe("take(until:)", "a.swift:7", for: both, at: 1)
    let closed = script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: 1)
    script.subscribe("PublishSubject", "a.swift:3", for: both, at: 1)
    let fired = script.next([closed], at: 2)
    script.complete([until], cause: fired, at: 2)
    script.dispose([closed, until], .terminated, at: 2)
    #expect(
      script.acquittals(of: 1).first
        == "excused stopOnOneBranch: a stop ended #3, one source of #2, and the others may go on: it happened once, and the stop is not known to be the only end"
    )
  }

  @Test func `A stop that all share may come again`() {
    var script = TraceScript()
    let hears = script.subscribe("subscribe", "a.swift:9", at: 1)
    let door = script.subscribe("PublishSubject", "a.swift:2", for: hears, joining: 500, at: 1)
    script.next([door, hears], at: 1.2)
    for time in [2.0, 3] {
      let root = script.subscribe("subscribe", "a.swift:8", at: time)
      let until = script.subscribe("take(until:)", "a.swift:6", for: root, at: time)
      script.subscribe("PublishSubject", "a.swift:2", for: until, as: .control, joining: 500, at: time)
      script.subscribe("PublishSubject", "a.swift:4", for: until, joining: 77, at: time)
    }
    script.subscribe("subscribe", "main.swift:1", at: 9)
    #expect(
      script.acquittals(of: 3).contains(
        "excused stopMissed: the stop signal of #4 had come at 1200ms, before #5 listened to it, but not each operator of the line has a stop signal of its own: it may come again"
      ))
  }

  @Test(arguments: [false, true])
  func `A closure may wait for something else than its signal`(isPassedOn: Bool) {
    var script = TraceScript()
    for number in 0..<(isPassedOn ? 2 : 1) {
      let time = 1 + Double(number)
      let root = script.subscribe("subscribe", "a.swift:9", at: time)
      let create = script.subscribe("create", "a.swift:5", for: root, at: time)
      let inner = script.subscribe("subscribe", "a.swift:6", for: create, as: .nested, at: time)
      let wait = isPassedOn ? 0.2 : 0
      script.next([inner, create, root], at: time + wait)
      script.complete([inner], at: time + wait)
      if number == 1 { script.complete([create, root], at: time + 0.3) }
    }
    script.subscribe("subscribe", "main.swift:1", at: 9)
    let all = script.acquittals(of: 1)
    #expect(
      all.contains(
        isPassedOn
          ? "excused endNotPassedOn: #3, which the closure of #2 subscribed to, ended at 1200ms, but another subscription of the line was told of such an end or sent values after one: the closure may wait for something else"
          : "short endNotPassedOn: #3, which the closure of #2 subscribed to, ended as soon as it had begun; 1 waits like this, fewer than 3"
      ), "\(all)")
  }
}
