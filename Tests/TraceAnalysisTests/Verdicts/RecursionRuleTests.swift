import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

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
    #expect(leak.evidence == [.nestedInItself(2, depth: 30)])
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
}
