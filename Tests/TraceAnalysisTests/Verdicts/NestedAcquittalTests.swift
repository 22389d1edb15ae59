import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// Why a living subscription does not count as nested in itself.
struct NestedAcquittalTests {
  private func told(_ script: TraceScript, of number: Int = 1, ended: Double = 10) -> [String] {
    script.acquittals(of: number, ended: ended).filter { $0.contains("nestedInItself") }
  }

  /// A chain of `flatMap`, each within the one before; or each on top of it, subscribed to at once.
  private func chain(_ depth: Int, as role: Role.Kind = .inner) -> (TraceScript, [SubscriptionID]) {
    var script = TraceScript()
    var chain = [script.subscribe("subscribe", "a.swift:9", at: 1)]
    for level in 1...depth {
      let time = role == .inner ? 1 + Double(level) / 10 : 1
      chain.append(script.subscribe("flatMap", "a.swift:5", for: chain[level - 1], as: role, at: time))
    }
    return (script, chain)
  }

  @Test func `A recursion of few levels is no fault`() {
    #expect(
      told(chain(5).0, of: 2) == [
        "short nestedInItself: #2 is nested in itself, 5 deep: fewer than 14 levels are no fault"
      ])
    #expect(told(chain(1).0, of: 2).isEmpty)
  }

  @Test func `A recursion whose innermost level came to its own end was as deep as it had to be`() {
    var (script, chain) = chain(20)
    script.complete([chain[20]], at: 5)
    #expect(
      told(script, of: 2) == [
        "excused nestedInItself: #2 was nested in itself, 20 deep, and the innermost, #21, came to its own end: it was as deep as it had to be"
      ])
  }

  @Test func `A chain that was subscribed to at once is put together by a loop`() {
    #expect(
      told(chain(20, as: .source).0) == [
        "excused nestedInItself: #1 goes through flatMap 5 20 times, and the chain was subscribed to at once: a loop has put it together"
      ])
    #expect(told(chain(5, as: .source).0).isEmpty)
  }

  @Test func `A few that are each deeper than the one before are no fault`() {
    var script = TraceScript()
    var last: [SubscriptionID] = []
    for round in 1...3 {
      script.dispose(last, .explicit, at: Double(round))
      last = [script.subscribe("subscribe", "a.swift:9", at: Double(round))]
      for _ in 0..<round {
        last.append(script.subscribe("filter", "a.swift:5", for: last[last.count - 1], at: Double(round)))
      }
    }
    #expect(
      told(script, of: 6) == [
        "short nestedInItself: #6 goes through filter 5 3 times, and each of the last 3 went through it more often than the one before: fewer than 14 are no fault"
      ])
  }

  @Test func `Few that begin each other for a value are no fault`() {
    var script = TraceScript()
    var within: EventID?
    for page in 1...4 {
      let root = script.subscribe("subscribe", "a.swift:5", at: Double(page))
      if let within { script.add(.begun(root, within: within), Double(page)) }
      within = script.next([root], at: Double(page) + 0.5)
    }
    let words = "a value of #1 began the next one of its line, and so on, 4 deep: fewer than 14 are no fault"
    #expect(told(script) == ["short nestedInItself: \(words)"])
    #expect(told(script, of: 4).isEmpty)
  }

  @Test func `An accused recursion has no reason to be let be`() {
    #expect(chain(30).0.acquittals(of: 2).isEmpty)
  }
}
