import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// The rules as values: their order of judging, and that each has everything that belongs to a verdict.
struct RulesTests {
  /// Leaks and suspects, a line each, as these rules find them.
  private func lines(_ forest: Forest, by rules: [any Rule.Type]) -> [String] {
    let facts = Facts(forest, settle: 500_000_000, rounds: Rounds.recurring(in: forest))
    let judgement = Judgement(facts, by: Rules.order(of: rules))
    return LeakGroups(judgement).leaks.map { leak in
      "\(leak.confidence) \(leak.reason) at \(leak.site.line), of \(leak.members): "
        + leak.sentences.map(\.line).joined(separator: "; ")
    }
  }

  /// Calls behind closures that are disposed and send on; pages whose handles are let go; and a stop above a flattening
  /// operator, with clocks that go on below it.
  private func mixed() -> Forest {
    var script = TraceScript()
    for second in 1...6 {
      let time = Double(second)
      let call = script.subscribe("subscribe", "calls.swift:1", at: time)
      let create = script.subscribe("create", "calls.swift:2", for: call, at: time)
      script.dispose([call, create], .explicit, at: time + 0.2)
      for value in 0..<5 { script.add(.dropped(create, .next), time + 0.3 + Double(value) * 0.1, 7) }
      let page = script.subscribe("subscribe", "pages.swift:1", at: time)
      script.subscribe("interval", "pages.swift:2", for: page, at: time)
      script.add(.handleReleased(page), time + 0.1)
    }
    let session = script.subscribe("subscribe", "session.swift:1", at: 1)
    let flat = script.subscribe("flatMap", "session.swift:2", for: session, at: 1)
    let taken = script.subscribe("take(until:)", "session.swift:3", for: flat, at: 1)
    let source = script.subscribe("PublishSubject", "session.swift:4", for: taken, at: 1)
    let closed = script.subscribe("PublishSubject", "session.swift:5", for: taken, as: .control, at: 1)
    let inner = script.subscribe("create", "session.swift:6", for: flat, as: .inner, number: 1, at: 2)
    let clock = script.subscribe("interval", "session.swift:7", for: inner, as: .nested, at: 2)
    let word = script.next([closed], at: 3)
    script.complete([taken], cause: word, at: 3)
    script.dispose([source, closed], .terminated, at: 3)
    for second in 3...9 { script.next([clock, inner, flat, session], at: Double(second) + 0.5) }
    return script.forest(ended: 10)
  }

  private var forests: [Forest] {
    [false, true].map { Feedd.records(repaired: $0).forest(ended: Feedd.ended) } + [mixed()]
  }

  @Test func `The order in which the rules are listed changes no answer`() {
    var random = SeededRandom(seed: SeededRandom.seedOfRun)
    for (number, forest) in forests.enumerated() {
      let expected = lines(forest, by: Rules.all)
      #expect(number == 1 || !expected.isEmpty)
      var orders: [[any Rule.Type]] = [Array(Rules.all.reversed())]
      for _ in 1...20 { orders.append(Rules.all.shuffled(using: &random)) }
      for rules in orders {
        #expect(lines(forest, by: rules) == expected, "seed \(SeededRandom.seedOfRun), forest \(number)")
      }
    }
  }

  @Test func `Each search comes once, and after the searches that it yields to`() throws {
    let names = Rules.searches.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(names) == Set(Rules.all.flatMap { $0.searches }.map(\.name)))
    for (place, search) in Rules.searches.enumerated() {
      for earlier in search.yieldsTo {
        #expect(try #require(names.firstIndex(of: earlier.name)) < place, "\(search.name)")
      }
    }
  }

  @Test func `Each rule is found by its reason, and has words, a search and programs`() {
    #expect(Set(Rules.all.map { $0.reason }).count == Rules.all.count)
    for rule in Rules.all {
      #expect(ObjectIdentifier(Rules.rule(of: rule.reason)) == ObjectIdentifier(rule))
      #expect(rule.description.name == "\(rule.reason)")
      #expect(!rule.searches.isEmpty)
      // The corpus has signals and no tasks: programs with tasks and streams show these.
      if rule.reason == .abandoned || rule.reason == .outlivedTest { continue }
      #expect(rule.description.healthy.program != nil, "\(rule.reason)")
      // No program shows that one: it takes a disposable of the program's own that forgets a subscription.
      #expect(rule.description.faulty.program != nil || rule.reason == .ownerDisposed, "\(rule.reason)")
    }
  }
}
