import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// A source that is begun anew after a failure, and is dead.
struct SilentRetryTests {
  /// A closure passes on what comes to it: `passed` of eight values. The second attempt begins at 4, and so many values come
  /// to it.
  private func troubles(
    inputs: Int = 12, passed: Int = 8, passesAgain: Bool = false, isSame: Bool = true, letsGo: Bool = false,
    traits: SiteTraits = [.source, .subscribesInUserCode], ended: Bool = true, goesAt: Double? = nil
  ) -> [String] {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", traits: .root, at: 1)
    let retry = script.subscribe("retry", "a.swift:2", for: root, traits: .restarts, at: 1)
    let first = script.subscribe("create", "a.swift:3", for: retry, traits: traits, at: 1)
    let source = script.subscribe("subscribe", "a.swift:4", for: first, as: .nested, at: 1)
    for number in 0..<8 {
      let time = 1.1 + Double(number) / 10
      let cause = script.next([source], at: time)
      if number < passed { script.next([first, retry, root], cause: cause, at: time) }
    }
    if ended { script.fail([first], "poisoned", at: 3) } else { script.dispose([first], .explicit, at: 3) }
    script.dispose([source], .explicit, at: 3)
    let second = script.subscribe("create", "a.swift:3", for: retry, traits: traits, at: 4)
    if isSame { script.add(.subscribedAgain(second, first: first), 4) }
    let other = script.subscribe("subscribe", "a.swift:4", for: second, as: .nested, at: 4)
    if letsGo { script.add(.abandoned(source: second.rawValue), 4) }
    for number in 0..<inputs {
      let cause = script.next([other], at: 4.1 + Double(number) / 10)
      if passesAgain { script.next([second, retry, root], cause: cause, at: 4.1 + Double(number) / 10) }
    }
    if let goesAt { script.dispose([root, retry, second, other], .owner, at: goesAt) }
    script.next([script.subscribe("subscribe", "main.swift:1", at: 9.5)], at: 9.8)
    return script.troubles(ended: 10).filter { $0.hasPrefix("silent-retry") }
  }

  @Test func `A closure that passes on nothing any more is told`() {
    #expect(
      troubles() == [
        "silent-retry retry 2: began create 3 again at 4000ms, and had nothing from it since: 12 values came to that closure, "
          + "and none came out; in the attempt before 8 of 8 did"
      ])
    #expect(troubles(passed: 4).count == 1)
  }

  @Test func `So is one to which nobody can send any more`() {
    #expect(
      troubles(inputs: 0, letsGo: true) == [
        "silent-retry retry 2: began create 3 again at 4000ms, and had nothing from it since: nobody can send to it any more; "
          + "the attempt before had 8 values"
      ])
  }

  @Test func `Nothing is said where values come again, or hardly any has come`() {
    #expect(troubles(passesAgain: true).isEmpty)
    #expect(troubles(inputs: 7).isEmpty)
    #expect(troubles(passed: 3).isEmpty)
  }

  @Test func `Nothing is said of another signal, one that is no closure, and one that went soon`() {
    #expect(troubles(isSame: false).isEmpty)
    #expect(troubles(traits: .source).isEmpty)
    #expect(troubles(ended: false).isEmpty)
    #expect(troubles(goesAt: 4.4).isEmpty)
  }
}
