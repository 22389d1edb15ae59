import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Closures that let go of their subscribers before they sent them anything.
struct UnansweredTests {
  /// Subscriptions to one `create`: each is sent its end, or let go of for `reason` at 5.
  private func findings(
    answered: Int, letGo: Int, values: Int = 0, reason: DisposalReason = .deinitialized,
    traits: SiteTraits = [.source, .subscribesInUserCode], at time: Double = 5
  ) -> TraceScript {
    var script = TraceScript()
    for number in 0..<(answered + letGo) {
      let root = script.subscribe("subscribe", "a.swift:9", number: UInt32(number), at: 0)
      let create = script.subscribe(
        "create", "a.swift:3", for: root, number: UInt32(number), traits: traits, at: 0)
      for value in 0..<values { script.next([create, root], at: 1 + Double(value)) }
      guard number >= answered else {
        script.complete([create, root], at: 4)
        continue
      }
      script.dispose([create], reason, at: time)
    }
    let other = script.subscribe("other", "a.swift:20", at: 0)
    script.next([other], at: 9)
    return script
  }

  private func troubles(_ script: TraceScript) -> [String] {
    script.troubles(ended: 10).filter { $0.hasPrefix("unanswered") }
  }

  @Test func `One that others of its line show to be owed an answer is named, and so are many`() {
    let sentence = "before it sent them a value or an end: they wait for nothing"
    #expect(
      troubles(findings(answered: 4, letGo: 1)) == [
        "unanswered create 3: let go of 1 of its 5 subscribers \(sentence)"
      ])
    #expect(
      troubles(findings(answered: 0, letGo: 3)) == [
        "unanswered create 3: let go of 3 of its 3 subscribers \(sentence)"
      ])
  }

  @Test func `One or two of which none has an end are a remark`() {
    let script = findings(answered: 0, letGo: 2)
    #expect(troubles(script).isEmpty)
    #expect(script.findings(ended: 10).contains { $0.hasPrefix("unanswered") })
  }

  @Test func `Nothing is said of what had a value, was stopped, goes with the program, or is no closure`() {
    for script in [
      findings(answered: 4, letGo: 3, values: 1),
      findings(answered: 4, letGo: 3, reason: .explicit),
      findings(answered: 4, letGo: 3, reason: .downstream),
      findings(answered: 4, letGo: 3, at: 9.999),
      findings(answered: 4, letGo: 3, traits: .source),
    ] {
      #expect(!script.findings(ended: 10).contains { $0.hasPrefix("unanswered") })
    }
  }
}
