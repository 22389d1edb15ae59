import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// A stop signal above `catch` goes with what failed.
struct StopLostRuleTests {
  /// Two pages of `feed.take(until: left).catch { archive }.subscribe()`; the second one's feed fails.
  private func script(hasOwnStop: Bool = false, stopsFirst: Bool = true, isHeld: Bool = false) -> TraceScript
  {
    var script = TraceScript()
    for page in 0..<2 {
      let start = Double(page)
      let root = script.subscribe("subscribe", "a.swift:9", at: start)
      let catcher = script.subscribe("catch", "a.swift:8", for: root, at: start)
      let until = script.subscribe("take(until:)", "a.swift:7", for: catcher, at: start)
      let feed = script.subscribe("PublishSubject", "a.swift:6", for: until, at: start)
      let left = script.subscribe("PublishSubject", "a.swift:5", for: until, as: .control, at: start)
      if !isHeld || page == 0 { script.add(.handleReleased(root), start) }
      if page == 0 {
        guard stopsFirst else { continue }
        let fired = script.next([left], at: 0.5)
        script.complete([until, catcher, root], cause: fired, at: 0.5)
        script.dispose([feed, left], .trigger, at: 0.5)
      } else {
        script.fail([feed, until], "lost", at: 1.5)
        script.dispose([left], .downstream, at: 1.5)
        let stop = hasOwnStop ? script.subscribe("take(until:)", "a.swift:3", for: catcher, at: 1.5) : catcher
        let archive = script.subscribe("PublishSubject", "a.swift:4", for: stop, at: 1.5)
        script.next([archive, catcher, root], at: 3)
      }
    }
    let clock = script.subscribe("subscribe", "b.swift:1", at: 4)
    script.next([clock], at: 5)
    return script
  }

  @Test func `What was begun instead lives on without a stop`() throws {
    let leak = try #require(script().verdicts(ended: 10).leaks.first)
    #expect(leak.reason == .stopLost)
    #expect(leak.confidence == .likely)
    #expect(leak.site.line == 8)
    #expect(leak.otherSite?.line == 7)
    #expect(leak.evidence.contains { $0 as? SiblingsStopped == SiblingsStopped(count: 1, first: 1) })
    #expect(leak.hint.name == "moveStopBelow")
    #expect(leak.hint.site.line == 7)
    #expect(leak.hint.other?.line == 8)
  }

  @Test func `It needs none if it has its own, somebody can end it, or no other was ever stopped`() {
    for script in [script(hasOwnStop: true), script(stopsFirst: false), script(isHeld: true)] {
      #expect(!script.verdicts(ended: 10).leaks.contains { $0.reason == .stopLost })
    }
  }
}
