import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Tasks that go on after they were cancelled.
struct CancelledInVainTests {
  /// So many tasks are cancelled at 2 s, and end at `end`.
  private func script(_ count: Int, end: Double? = nil, isCancelled: Bool = true) -> TraceScript {
    var script = TraceScript()
    let tasks = (0..<count).map { _ in script.subscribe("task", "a.swift:9", as: .task, traits: [], at: 1) }
    for task in tasks where isCancelled { script.dispose([task], .cancelled, at: 2) }
    if let end { for task in tasks { script.add(.released(task), end) } }
    script.next([script.subscribe("subscribe", "main.swift:1", at: 9.5)], at: 10)
    return script
  }

  private func findings(_ script: TraceScript) -> [String] {
    script.findings(ended: 10).filter { $0.hasPrefix("cancelled-in-vain") }
  }

  @Test func `Those of a line are told of together`() {
    #expect(
      findings(script(1)) == [
        "cancelled-in-vain task 9: it was cancelled, and has gone on for 8000ms since"
      ])
    #expect(
      findings(script(3)) == [
        "cancelled-in-vain task 9: 3 were cancelled, and go on: one for 8000ms by now"
      ])
  }

  @Test func `Nothing is said of a task that ends, or that nobody cancelled`() {
    #expect(findings(script(2, end: 2.5)).isEmpty)
    #expect(findings(script(2, end: 9)).isEmpty)
    #expect(findings(script(2, isCancelled: false)).isEmpty)
  }
}
