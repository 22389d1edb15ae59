import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// A signal that is its own inner signal, and others that are nested.
struct RecursionRuleTests {
  private func script(depth: Int, as role: Role.Kind, line: (Int) -> Int = { _ in 5 }) -> (
    TraceScript, [SubscriptionID]
  ) {
    var script = TraceScript()
    var chain = [script.subscribe("subscribe", "a.swift:9", at: 0)]
    for level in 0..<depth {
      let time = Double(level) / 10
      chain.append(
        script.subscribe("flatMap", "a.swift:\(line(level))", for: chain[chain.count - 1], as: role, at: time)
      )
    }
    return (script, chain)
  }

  @Test func `Ever deeper is likely, at the operator that begins itself`() throws {
    let (script, _) = script(depth: 30, as: .inner)
    let leak = try #require(script.verdicts(ended: 10).leaks.first)
    #expect(leak.reason == .nestedInItself)
    #expect(leak.site.line == 5)
    #expect(leak.evidence.map { $0 as? NestedDeep } == [NestedDeep(life: 2, depth: 30)])
  }

  @Test func `So it is if the program has ended it in the end`() {
    var (script, chain) = script(depth: 30, as: .inner)
    script.dispose(chain, .explicit, at: 5)
    #expect(script.verdicts(ended: 10).leaks.map(\.reason) == [.nestedInItself])
  }

  @Test func `What comes to its own end was as deep as it had to be`() {
    var (script, chain) = script(depth: 30, as: .inner)
    script.complete(chain.reversed(), at: 5)
    #expect(script.verdicts(ended: 10).leaks.isEmpty)
  }

  @Test func `A chain that a loop has put together is not nested in itself`() {
    #expect(script(depth: 30, as: .source).0.verdicts(ended: 10).leaks.isEmpty)
    #expect(script(depth: 30, as: .inner, line: { $0 + 10 }).0.verdicts(ended: 10).leaks.isEmpty)
    #expect(script(depth: 9, as: .inner).0.verdicts(ended: 10).leaks.isEmpty)
  }

  /// Pages, each of which is subscribed to as the one before receives a value; `ends` says which then end.
  private func pages(_ count: Int, line: (Int) -> Int = { _ in 5 }, ends: (Int) -> Bool = { _ in false })
    -> Verdicts
  {
    var script = TraceScript()
    var within: EventID?
    var outer: SubscriptionID?
    for page in 0..<count {
      let time = Double(page) / 10
      let root = script.subscribe("subscribe", "a.swift:\(line(page))", at: time)
      if let within { script.add(.begun(root, within: within), time) }
      let source = script.subscribe("PublishSubject", "a.swift:1", for: root, at: time)
      script.add(.handleReleased(root), time)
      if let outer, ends(page) { script.dispose([outer], .explicit, at: time) }
      outer = root
      within = script.next([source, root], at: time + 0.05)
    }
    return script.verdicts(ended: 10, minimum: .possible)
  }

  @Test func `What subscribes to itself again for a value, and lives on, is likely`() throws {
    let leak = try #require(pages(20).leaks.first)
    #expect(leak.reason == .nestedInItself)
    #expect(leak.instances.count == 20)
    #expect(leak.evidence.map { $0 as? BegunWithinItself } == [BegunWithinItself(life: 1, depth: 20)])
    #expect(leak.hint == .endEachBeforeNext(site: leak.site))
    let crossing = pages(40, line: { $0 % 2 == 0 ? 5 : 6 })
    #expect(crossing.leaks.map(\.reason) == [.nestedInItself, .nestedInItself])
  }

  @Test func `Where each ends as the next is begun, or few are begun, nothing is nested`() {
    #expect(!pages(20, ends: { _ in true }).leaks.contains { $0.reason == .nestedInItself })
    #expect(!pages(9).leaks.contains { $0.reason == .nestedInItself })
    #expect(!pages(20, line: { $0 + 5 }).leaks.contains { $0.reason == .nestedInItself })
  }
}
