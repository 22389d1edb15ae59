import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// A stop signal that had come before anybody listened to it.
struct MissedStopRuleTests {
  /// Rooms that close, a second each, each with a subject of its own unless they share one; so many listen to it too late.
  private func rooms(_ count: Int, late: Int, sharesOne: Bool = false, hasStopBelow: Bool = false)
    -> TraceScript
  {
    var script = TraceScript()
    for room in 0..<count {
      let (time, source) = (1 + Double(room), sharesOne ? 500 : UInt64(500 + room))
      let hears = script.subscribe("subscribe", "a.swift:9", at: time)
      let door = script.subscribe("PublishSubject", "a.swift:2", for: hears, joining: source, at: time)
      let isLate = room < late
      if isLate { script.next([door, hears], at: time + 0.2) }
      let root = script.subscribe("subscribe", "a.swift:8", at: time + 0.3)
      var below = root
      if hasStopBelow {
        below = script.subscribe("take(until:)", "a.swift:7", for: root, at: time + 0.3)
        script.subscribe(
          "PublishSubject", "a.swift:1", for: below, as: .control, joining: 900, at: time + 0.3)
      }
      let until = script.subscribe("take(until:)", "a.swift:6", for: below, at: time + 0.3)
      let control = script.subscribe(
        "PublishSubject", "a.swift:2", for: until, as: .control, joining: source, at: time + 0.3)
      let messages = script.subscribe("PublishSubject", "a.swift:4", for: until, joining: 77, at: time + 0.3)
      if !isLate {
        let fired = script.next([control], at: time + 0.5)
        script.complete([until, root], cause: fired, at: time + 0.5)
        script.dispose([control, messages], .trigger, cause: fired, at: time + 0.5)
      }
      script.dispose([hears, door], .explicit, at: time + 0.6)
    }
    let other = script.subscribe("subscribe", "a.swift:1", at: 8)
    script.next([other], at: 9)
    return script
  }

  private func told(_ script: TraceScript) -> [Leak] {
    let verdicts = script.verdicts(ended: 10, minimum: .possible)
    return (verdicts.leaks + verdicts.suspects).filter { $0.reason == .stopMissed }
  }

  @Test(arguments: [(5, 3, Confidence.likely), (4, 1, .likely), (2, 1, .possible)])
  func `What waits for a stop that has been is told at the operator that waits`(
    count: Int, late: Int, confidence: Confidence
  ) throws {
    let leaks = told(rooms(count, late: late))
    let leak = try #require(leaks.first)
    #expect(leaks.count == 1)
    #expect(leak.confidence == confidence)
    #expect(leak.site.line == 6)
    #expect(leak.instances.count == late)
    #expect(
      leak.evidence.first as? StopHadCome == StopHadCome(stopper: 4, control: 5, time: TraceScript.time(1.2)))
    #expect(leak.hint == .listenSooner(site: leak.site))
  }

  /// Lines that a signal of each closes, a second apart, and that begin again after it; so many times each signal fires.
  private func lines(_ count: Int, again: Int, firings: Int = 1) -> [Leak] {
    var script = TraceScript()
    for line in 0..<count {
      for turn in 0...firings where turn < firings || line < again {
        let time = 1 + Double(line) + Double(turn) / 10
        let root = script.subscribe("subscribe", "a.swift:8", at: time)
        let until = script.subscribe("take(until:)", "a.swift:6", for: root, at: time)
        let control = script.subscribe(
          "PublishSubject", "a.swift:2", for: until, as: .control, joining: UInt64(500 + line), at: time)
        let clock = script.subscribe("interval", "a.swift:4", for: until, at: time)
        guard turn < firings else { continue }
        let fired = script.next([control], at: time + 0.05)
        script.complete([until, root], cause: fired, at: time + 0.05)
        script.dispose([control, clock], .trigger, cause: fired, at: time + 0.05)
      }
    }
    let other = script.subscribe("subscribe", "a.swift:1", at: 8)
    script.next([other], at: 9)
    return told(script)
  }

  @Test func `What begins again when its own signal has stopped it is suspect where it begins`() throws {
    let suspect = try #require(lines(4, again: 4).first)
    #expect(suspect.confidence == .possible)
    #expect(suspect.site.line == 8)
    #expect(suspect.hint.name == "askBeforeAgain")
    #expect(suspect.hint.site.line == 8 && suspect.hint.other?.line == 6)
    #expect(suspect.instances.count == 4)
    // A signal that fires again and again begins something anew; and some that stay closed speak for a choice.
    #expect(lines(4, again: 4, firings: 2).isEmpty)
    #expect(lines(4, again: 3).isEmpty)
    #expect(lines(1, again: 1).isEmpty)
  }

  @Test func `One signal for all may come again, and so may another stop`() {
    #expect(told(rooms(5, late: 3, sharesOne: true)).isEmpty)
    #expect(told(rooms(5, late: 3, hasStopBelow: true)).isEmpty)
    #expect(told(rooms(5, late: 0)).isEmpty)
  }
}
