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

  /// Closures that let go of their subscribers at 2 s; these are put away at `end`.
  private func letGo(
    _ count: Int, answered: Int = 0, values: Int = 0, through name: String? = "map", end: Double? = nil
  ) -> [String] {
    var script = TraceScript()
    for number in 0..<(count + answered) {
      let root = script.subscribe("subscribe", "a.swift:9", traits: .root, at: 1)
      let step = name.map { script.subscribe($0, "a.swift:5", for: root, at: 1) }
      let create = script.subscribe(
        "create", "a.swift:3", for: step ?? root, traits: [.source, .subscribesInUserCode], at: 1)
      let path = [create] + (step.map { [$0] } ?? []) + [root]
      for value in 0..<values { script.next(path, at: 1.2 + Double(value) / 10) }
      if number >= count {
        script.complete(path, at: 2)
        continue
      }
      script.add(.abandoned(source: create.rawValue), 2)
      if let end { script.dispose(path.reversed(), .owner, at: end) }
    }
    script.next([script.subscribe("other", "a.swift:20", at: 0)], at: 9)
    let forest = script.forest(ended: 10)
    return Checks.unabsorbed(in: forest, Verdicts(forest)).filter { $0.line.hasPrefix("unanswered") }
      .map { "\($0.line) \($0.otherSite?.line ?? 0)" }
  }

  @Test func `One whose subscriber lives on waits as well, and the operator below is the other place`() {
    let rest = "before it sent them a value or an end: they wait for nothing"
    #expect(letGo(3) == ["unanswered create 3: let go of 3 of its 3 subscribers \(rest) 5"])
    #expect(letGo(3, end: 8) == letGo(3))
    #expect(letGo(1, answered: 2) == ["unanswered create 3: let go of 1 of its 3 subscribers \(rest) 5"])
    #expect(letGo(3, through: nil) == ["unanswered create 3: let go of 3 of its 3 subscribers \(rest) 0"])
  }

  @Test func `Nothing is said of one that was put away soon, or that had a value`() {
    #expect(letGo(3, end: 2.1).isEmpty)
    #expect(letGo(3, values: 1).isEmpty)
    #expect(letGo(2).isEmpty)
  }
}
