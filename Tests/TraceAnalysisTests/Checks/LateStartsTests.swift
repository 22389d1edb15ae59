import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// A stop signal above a queue stops only what has not come yet.
struct LateStartsTests {
  /// `subject.STOP.concatMap { timer }.subscribe()`; so many wait when the stop comes.
  private func script(
    waiting: Int, isStop: Bool = true, traits: SiteTraits = .root, letGoAt release: Double? = nil,
    stop: String = "PublishSubject", lastEnds: Bool = true
  ) -> TraceScript {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", traits: traits, at: 0)
    let queue = script.subscribe("concatMap", "a.swift:8", for: root, at: 0)
    let until = script.subscribe("take(until:)", "a.swift:7", for: queue, at: 0)
    let source = script.subscribe("PublishSubject", "a.swift:6", for: until, at: 0)
    let closed = script.subscribe(stop, "a.swift:5", for: until, as: .control, at: 0)
    if let release { script.add(.handleReleased(root), release) }
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
    if lastEnds { script.complete([inner, queue, root], at: 3 + Double(waiting)) }
    return script
  }

  @Test func `What is begun after it is remarked, and is no leak`() {
    let script = script(waiting: 4)
    #expect(
      script.troubles(ended: 10) == [
        "late-starts concatMap 8: 4 inner signals were begun after the stop signal: take(until:) 7 is above it and stops only signals that have not come yet"
      ])
    #expect(script.verdicts(ended: 10, minimum: .possible).leaks.isEmpty)
  }

  @Test func `It is likely a leak where nobody has the handle or listens for the end`() throws {
    let script = script(waiting: 4, traits: [.root, .unheardEnd], letGoAt: 0)
    let verdicts = script.verdicts(ended: 10, minimum: .possible)
    let leak = try #require(verdicts.leaks.first)
    #expect(verdicts.suspects.isEmpty && verdicts.leaks.count == 1)
    #expect(leak.reason == .begunAfterStop)
    #expect(leak.confidence == .likely)
    #expect(leak.site.line == 8)
    #expect(leak.evidence.map { $0.name } == ["stopFired", "startsAfterStop", "endUnheard"])
    #expect(
      leak.evidence[0] as? StopFired == StopFired(stopped: 3, control: 5, time: TraceScript.time(2)))
    #expect(leak.evidence[1] as? StartsAfterStop == StartsAfterStop(count: 4, first: 7))
    #expect(leak.evidence[2] as? EndUnheard == EndUnheard(life: 1))
    #expect(leak.members == [1, 2, 7, 8, 9, 10])
    #expect(leak.instances == [1])
    #expect(
      leak.hint
        == .moveStopBelow(stop: try #require(script.forest(ended: 10)[3]?.site), flattening: leak.site))
    #expect(script.troubles(ended: 10).isEmpty)
  }

  @Test(arguments: [(4, 0, [.likely]), (4, nil, [.possible]), (2, 0, [])] as [(Int, Double?, [Confidence])])
  func `What runs may be young: the stop was long ago`(waiting: Int, release: Double?, told: [Confidence]) {
    var script = script(waiting: waiting, letGoAt: release, lastEnds: false)
    let other = script.subscribe("subscribe", "a.swift:1", at: 1)
    script.add(.handleReleased(other), 1)
    script.dispose([other], .explicit, at: 1.1)
    let verdicts = script.verdicts(ended: 2.1 + Double(waiting), minimum: .possible)
    #expect((verdicts.leaks + verdicts.suspects).map(\.confidence) == told)
    #expect(
      (verdicts.leaks + verdicts.suspects).allSatisfy { $0.reason == .begunAfterStop && $0.site.line == 8 })
  }

  @Test(
    arguments: [
      (.root, 0, "PublishSubject", "the subscriber hears of the end"),
      ([.root, .unheardEnd], nil, "PublishSubject", "somebody has the handle"),
      ([.root, .unheardEnd], 2.5, "PublishSubject", "somebody had the handle when the stop came"),
      ([.root, .unheardEnd], 0, "interval", "a clock says when the door is closed"),
    ] as [(SiteTraits, Double?, String, String)])
  func `It is none otherwise`(traits: SiteTraits, release: Double?, stop: String, reason: String) {
    let script = script(waiting: 4, traits: traits, letGoAt: release, stop: stop)
    let verdicts = script.verdicts(ended: 10, minimum: .possible)
    #expect(verdicts.leaks.isEmpty && verdicts.suspects.isEmpty, "\(reason)")
    #expect(script.troubles(ended: 10).count == 1, "\(reason)")
  }

  @Test func `A few are on their way, and what ends by itself stops nothing`() {
    for script in [script(waiting: 2), script(waiting: 4, isStop: false)] {
      #expect(script.troubles(ended: 10).filter { $0.hasPrefix("late-starts") }.isEmpty)
    }
  }
}
