import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// A binding whose target goes with the function that binds it.
struct TargetGoneTests {
  private static let property: SiteTraits = [.source, .hot, .endsWithItsObject]

  /// A screen binds a counter at 1 s, and subscribes to a property that lives for so long. The counter has so many values, from
  /// 2 s on; the binding ends at the last.
  private func troubles(
    values: Int = 1, lived: Double = 0.0001, of traits: SiteTraits = property, distance: Double = 0,
    thread: UInt32 = 1, step: String? = "scan", stays: Bool = false, isSourceOver: Bool = false
  ) -> [String] {
    var script = TraceScript()
    let other = script.subscribe("subscribe", "a.swift:1", at: 0.5)
    let pressed = script.subscribe("presses", "a.swift:2", for: other, joining: 900, at: 0.5)
    let root = script.subscribe("bind", "a.swift:9", traits: .root, at: 1)
    let scan = step.map { script.subscribe($0, "a.swift:8", for: root, at: 1) }
    let presses = script.subscribe("presses", "a.swift:2", for: scan ?? root, joining: 900, at: 1)
    let label = script.subscribe("subscribe", "a.swift:7", at: 1 + distance, thread: thread)
    let count = script.subscribe(
      "count", "a.swift:6", for: label, traits: traits, joining: 901, at: 1 + distance, thread: thread)
    script.complete([count, label], at: 1 + distance + lived, thread: thread)
    let path = [presses] + (scan.map { [$0] } ?? []) + [root]
    for value in 0..<values { script.next(path, at: 2 + Double(value)) }
    let end = 1 + Double(values)
    if !stays {
      if isSourceOver { script.complete([presses], at: end) }
      script.complete([scan ?? presses, root], at: end)
      if scan != nil, !isSourceOver { script.dispose([presses], .downstream, at: end) }
    }
    script.next([pressed, other], at: 9)
    script.next([script.subscribe("subscribe", "main.swift:1", at: 9.5)], at: 9.8)
    return script.troubles(ended: 10).filter { $0.hasPrefix("target-gone") }
  }

  @Test func `The binding is named, with the property beside it`() {
    let told = [
      "target-gone bind 9: ended itself at its first value, after 1000ms, as a binding does without its target: count 6,"
        + " subscribed to beside it, had gone after 0ms"
    ]
    #expect(troubles() == told)
    #expect(troubles(step: nil) == told)
    #expect(troubles(distance: 0.002) == told)
  }

  @Test func `Nothing is said of a binding that had values, that stays, or whose source is over`() {
    #expect(troubles(values: 2).isEmpty)
    #expect(troubles(stays: true).isEmpty)
    #expect(troubles(isSourceOver: true).isEmpty)
    #expect(troubles(step: "take").isEmpty)
  }

  @Test func `Nothing is said where nothing beside it went with the function`() {
    #expect(troubles(lived: 0.2).isEmpty)
    #expect(troubles(of: [.source, .hot]).isEmpty)
    #expect(troubles(distance: 0.1).isEmpty)
    #expect(troubles(thread: 2).isEmpty)
  }
}
