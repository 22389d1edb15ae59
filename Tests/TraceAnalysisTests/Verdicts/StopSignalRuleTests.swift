import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// Rule 2: an inner signal that runs on although the source that it was made from was stopped.
struct StopSignalRuleTests {
  /// `source.take(until: closed).flatMap { … }.subscribe()`, from 0 s.
  private struct Session {
    var script = TraceScript()
    let root, flatMap, until, source, closed: SubscriptionID
    var inner: [SubscriptionID] = []

    init(below extra: String? = nil) {
      root = script.subscribe("subscribe", "a.swift:9", at: 0)
      let extra = extra.map { [script = script] name in
        var script = script
        return (script.subscribe(name, "a.swift:8", for: SubscriptionID(1), at: 0), script)
      }
      if let extra { script = extra.1 }
      flatMap = script.subscribe("flatMap", "a.swift:7", for: extra?.0 ?? root, at: 0)
      until = script.subscribe("take(until:)", "a.swift:6", for: flatMap, at: 0)
      source = script.subscribe("PublishSubject", "a.swift:5", for: until, at: 0)
      closed = script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: 0)
    }

    mutating func startInner(_ name: String = "interval", at time: Double) {
      let number = UInt32(inner.count + 1)
      inner.append(
        script.subscribe(name, "a.swift:3", for: flatMap, as: .inner, number: number, at: time))
    }

    mutating func close(at time: Double) {
      let fired = script.next([closed], at: time)
      script.complete([until], cause: fired, at: time)
      script.dispose([source, closed], .trigger, cause: fired, at: time)
      script.dispose([until], .terminated, cause: fired, at: time)
    }
  }

  @Test func `It is a likely leak, with all that lives because of it`() throws {
    var session = Session(below: "map")
    session.startInner(at: 1)
    session.startInner(at: 2)
    session.close(at: 3)
    let verdicts = session.script.verdicts(ended: 10)
    let leak = try #require(verdicts.leaks.first)
    #expect(leak.confidence == .likely)
    #expect(leak.reason == .innerOutlivedStopSignal)
    #expect(leak.members == [1, 2, 3, 7, 8])
    #expect(leak.instances == [1])
    #expect(leak.site.line == 7)
    #expect(leak.path.map(\.life) == [1, 2, 3, 7])
  }

  @Test func `A handle that was let go is not told beside a stop that would have ended all`() {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    for second in 1...3 {
      let time = Double(second)
      script.next([clock], at: time - 0.1)
      let beside = script.subscribe("subscribe", "a.swift:9", at: time)
      let root = script.subscribe("subscribe", "a.swift:8", at: time)
      let flatMap = script.subscribe("flatMap", "a.swift:7", for: root, at: time)
      let until = script.subscribe("take(until:)", "a.swift:6", for: flatMap, at: time)
      let source = script.subscribe("PublishSubject", "a.swift:5", for: until, at: time)
      let closed = script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: time)
      script.add(.handleReleased(root), time + 0.1)
      script.subscribe("interval", "a.swift:3", for: flatMap, as: .inner, number: 1, at: time + 0.2)
      let fired = script.next([closed], at: time + 0.3)
      script.complete([until], cause: fired, at: time + 0.3)
      script.dispose([source, closed], .trigger, cause: fired, at: time + 0.3)
      script.dispose([until], .terminated, cause: fired, at: time + 0.3)
      script.dispose([beside], .explicit, at: time + 0.4)
    }
    script.next([clock], at: 8)
    let leaks = script.verdicts(ended: 10).leaks
    #expect(leaks.map(\.reason) == [.innerOutlivedStopSignal])
    #expect(leaks.map(\.instances.count) == [3])
  }

  @Test(arguments: [("interval", Confidence.likely), ("PublishSubject", .possible)])
  func `Where somebody has the handle, it is likely only if a clock runs on for nothing`(
    inner: String, confidence: Confidence
  ) throws {
    var session = Session()
    session.startInner(inner, at: 1)
    session.close(at: 3)
    // Handles are recorded, and that of the session was not let go.
    let other = session.script.subscribe("subscribe", "a.swift:20", at: 4)
    session.script.add(.handleReleased(other), 4)
    session.script.complete([other], at: 4.5)
    session.script.next([session.root], at: 5)
    let verdicts = session.script.verdicts(ended: 10, minimum: .possible)
    let found = try #require((verdicts.leaks + verdicts.suspects).first)
    #expect(found.reason == .innerOutlivedStopSignal)
    #expect(found.confidence == confidence)
  }

  /// So many sessions, each with another stop below the operator, which has not come.
  private func stoppedAbove(_ count: Int) -> [Confidence] {
    var script = TraceScript()
    for number in 1...count {
      let time = Double(number)
      let root = script.subscribe("subscribe", "a.swift:9", at: time)
      let lower = script.subscribe("take(until:)", "a.swift:8", for: root, at: time)
      script.subscribe("PublishSubject", "a.swift:4", for: lower, as: .control, at: time)
      let flatMap = script.subscribe("flatMap", "a.swift:7", for: lower, at: time)
      let until = script.subscribe("take(until:)", "a.swift:6", for: flatMap, at: time)
      let source = script.subscribe("PublishSubject", "a.swift:5", for: until, at: time)
      let closed = script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: time)
      script.subscribe("interval", "a.swift:3", for: flatMap, as: .inner, number: 1, at: time + 0.1)
      let fired = script.next([closed], at: time + 0.3)
      script.complete([until], cause: fired, at: time + 0.3)
      script.dispose([source, closed], .trigger, cause: fired, at: time + 0.3)
    }
    let verdicts = script.verdicts(ended: 10, minimum: .possible)
    return (verdicts.leaks + verdicts.suspects).filter { $0.reason == .innerOutlivedStopSignal }.map(
      \.confidence)
  }

  @Test func `Another stop below the operator may still come, once; again and again it is suspect`() {
    #expect(stoppedAbove(1).isEmpty)
    #expect(stoppedAbove(4) == [.possible])
  }

  @Test(
    arguments: [
      ("PublishSubject", 1, 1.0, .possible), ("PublishSubject", 1, 4.0, .likely),
      ("PublishSubject", 2, 1.0, .likely), ("interval", 1, 1.0, .likely),
    ] as [(String, Int, Double, Confidence)])
  func `The only one that was chosen when the choice was over may be what the program then runs for`(
    inner: String, count: Int, closedAt: Double, confidence: Confidence
  ) {
    var session = Session()
    for number in 1...count { session.startInner(inner, at: Double(number) / 10) }
    session.close(at: closedAt)
    for second in 5...9 {
      for inner in session.inner { session.script.next([inner, session.flatMap], at: Double(second)) }
    }
    let verdicts = session.script.verdicts(ended: 10, minimum: .possible)
    #expect((verdicts.leaks + verdicts.suspects).map(\.confidence) == [confidence])
    // A busy machine takes long to load the program, which does nothing meanwhile.
    let forest = session.script.trace.forest(
      began: TraceScript.time(-30), ended: TraceScript.time(10))
    let later = Verdicts(forest, options: Verdicts.Options(minimum: .possible))
    #expect((later.leaks + later.suspects).map(\.confidence) == [confidence])
  }

  @Test func `It is none if the inner signal ends in time`() {
    var session = Session()
    session.startInner(at: 1)
    session.close(at: 3)
    session.script.complete([session.inner[0]], at: 5)
    let verdicts = session.script.verdicts(ended: 10, minimum: .possible)
    #expect(verdicts.leaks.isEmpty)
  }

  @Test func `It is none if the source ended by itself`() {
    var session = Session()
    session.startInner(at: 1)
    session.script.complete([session.source, session.until], at: 3)
    session.script.dispose([session.closed], .downstream, at: 3)
    let verdicts = session.script.verdicts(ended: 10, minimum: .possible)
    #expect(verdicts.leaks.isEmpty)
    #expect(verdicts[6] != .finished)
  }

  @Test func `It is none if the stop signal has just fired`() {
    var session = Session()
    session.startInner(at: 1)
    session.close(at: 9.7)
    #expect(session.script.verdicts(ended: 10).leaks.isEmpty)
  }

  @Test func `What was started after the stop signal is told as such`() throws {
    var session = Session()
    session.startInner(at: 1)
    session.close(at: 3)
    session.script.complete([session.inner[0]], at: 4)
    session.startInner(at: 4)
    let leak = try #require(session.script.verdicts(ended: 10).leaks.first)
    #expect(leak.reason == .begunAfterStop)
    #expect(leak.site.line == 7)
    #expect(leak.evidence.last as? StartsAfterStop == StartsAfterStop(count: 1, first: 7))
  }

  @Test func `A trigger that completes stops as well, and its reason suffices`() {
    var session = Session()
    session.startInner(at: 1)
    session.script.complete([session.closed], at: 3)
    session.script.complete([session.until], at: 3)
    session.script.dispose([session.source], .trigger, at: 3)
    #expect(session.script.verdicts(ended: 10).leaks.map(\.members) == [[1, 2, 6]])
  }

  @Test func `An operator that goes on with a replacement was not stopped`() {
    var session = Session()
    session.startInner(at: 1)
    session.script.next([session.closed, session.until], at: 3)
    session.script.dispose([session.source], .trigger, at: 3)
    #expect(session.script.verdicts(ended: 10, minimum: .possible).leaks.isEmpty)
  }

  @Test func `One of several merged signals that was stopped does not stop the others`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let merge = script.subscribe("merge", "a.swift:8", for: root, at: 0)
    let until = script.subscribe("take(until:)", "a.swift:7", for: merge, as: .inner, number: 1, at: 0)
    let source = script.subscribe("PublishSubject", "a.swift:6", for: until, at: 0)
    let closed = script.subscribe("PublishSubject", "a.swift:5", for: until, as: .control, at: 0)
    script.subscribe("interval", "a.swift:4", for: merge, as: .inner, number: 2, at: 0)
    let fired = script.next([closed], at: 2)
    script.complete([until], cause: fired, at: 2)
    script.dispose([source, closed, until], .trigger, at: 2)
    let verdicts = script.verdicts(ended: 10, minimum: .possible)
    #expect(verdicts.leaks.isEmpty)
    #expect(verdicts.counts.longLived == 3)
  }

  @Test func `What has another reason to live is not leaked`() throws {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 2)
    let merge = script.subscribe("merge", "a.swift:8", for: root, at: 2)
    let flatMap = script.subscribe("flatMap", "a.swift:7", for: merge, as: .inner, number: 1, at: 2)
    let until = script.subscribe("take(until:)", "a.swift:6", for: flatMap, at: 2)
    let closed = script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: 2)
    script.subscribe("interval", "a.swift:2", for: flatMap, as: .inner, number: 1, at: 3)
    script.subscribe("interval", "a.swift:1", for: merge, as: .inner, number: 2, at: 3)
    let fired = script.next([closed], at: 4)
    script.complete([until], cause: fired, at: 4)
    script.dispose([closed, until], .terminated, at: 4)
    let verdicts = script.verdicts(ended: 10)
    let leak = try #require(verdicts.leaks.first)
    #expect(leak.members == [3, 6])
    #expect(leak.instances == [3])
    #expect(leak.path.map(\.life) == [1, 2, 3, 6])
    #expect(verdicts[1] == .open(.running))
    #expect(verdicts[7] == .open(.running))
  }

  @Test func `Sessions of one place are one leak, and those that ended are told apart`() throws {
    var script = TraceScript()
    for (start, isLeaking) in [(0.0, true), (1.0, true), (2.0, false)] {
      let root = script.subscribe("subscribe", "a.swift:9", at: start)
      let flatMap = script.subscribe("flatMap", "a.swift:7", for: root, at: start)
      let until = script.subscribe("take(until:)", "a.swift:6", for: flatMap, at: start)
      let closed = script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: start)
      let inner = script.subscribe(
        "interval", "a.swift:2", for: flatMap, as: .inner, number: 1, at: start + 0.1)
      let fired = script.next([closed], at: start + 1)
      script.complete([until], cause: fired, at: start + 1)
      script.dispose([closed, until], .terminated, at: start + 1)
      if !isLeaking { script.complete([inner, flatMap, root], at: start + 2) }
    }
    script.subscribe("subscribe", "a.swift:9", at: 5)
    let verdicts = script.verdicts(ended: 10)
    let leak = try #require(verdicts.leaks.first)
    #expect(verdicts.leaks.count == 1)
    #expect(leak.instances == [1, 6])
    #expect(leak.endedInstances == [11])
    #expect(leak.openInstances == [16])
    #expect(leak.members == [1, 2, 5, 6, 7, 10])
  }

  @Test func `A stop is followed through operators between it and the flattening one`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let flatMap = script.subscribe("flatMap", "a.swift:8", for: root, at: 0)
    let map = script.subscribe("map", "a.swift:7", for: flatMap, at: 0)
    let until = script.subscribe("take(until:)", "a.swift:6", for: map, at: 0)
    let closed = script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: 0)
    script.subscribe("interval", "a.swift:2", for: flatMap, as: .inner, number: 1, at: 1)
    let fired = script.next([closed], at: 2)
    script.complete([until, map], cause: fired, at: 2)
    script.dispose([closed], .downstream, at: 2)
    #expect(script.verdicts(ended: 10).leaks.map(\.members) == [[1, 2, 6]])
    #expect(script.forest(ended: 10)[3]?.stoppedBy == 5)
  }

  @Test func `A stop does not go past an operator that goes on with another source`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let flatMap = script.subscribe("flatMap", "a.swift:8", for: root, at: 0)
    let merge = script.subscribe("merge", "a.swift:7", for: flatMap, at: 0)
    let until = script.subscribe("take(until:)", "a.swift:6", for: merge, at: 0)
    let closed = script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: 0)
    let other = script.subscribe("interval", "a.swift:3", for: merge, at: 0)
    script.subscribe("interval", "a.swift:2", for: flatMap, as: .inner, number: 1, at: 1)
    let fired = script.next([closed], at: 2)
    script.complete([until], cause: fired, at: 2)
    script.dispose([closed], .downstream, at: 2)
    #expect(script.verdicts(ended: 10, minimum: .possible).leaks.isEmpty)
    script.complete([other, merge], at: 3)
    #expect(script.verdicts(ended: 10, minimum: .possible).leaks.isEmpty)
  }

  @Test func `A recording without values shows it as well`() {
    var session = Session()
    session.startInner(at: 1)
    session.script.dispose([session.source], .trigger, at: 3)
    session.script.complete([session.until], at: 3)
    session.script.dispose([session.closed], .downstream, at: 3)
    let leaks = session.script.verdicts(ended: 10).leaks
    #expect(leaks.map(\.members) == [[1, 2, 6]])
    #expect(leaks.first?.stopSignal?.control == 5)
  }
}
