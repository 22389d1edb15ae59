import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// Tasks that are alive although the test is over that made them.
struct OutlivedTestRuleTests {
  private func verdicts(
    _ script: TraceScript, testEnded: Double? = 2, minimum: Confidence = .likely
  ) -> Verdicts {
    var options = Verdicts.Options(settle: .zero, minimum: minimum)
    options.testEnded = testEnded.map(TraceScript.time)
    return Verdicts(script.forest(ended: 3), options: options)
  }

  @Test func `A task that lives on after its test is a likely leak, at its line`() throws {
    var script = TraceScript()
    script.subscribe("task", "a.swift:9", as: .task, at: 1)
    let ended = script.subscribe("task", "a.swift:20", as: .task, at: 1)
    script.complete([ended], at: 2.5)
    let leaks = verdicts(script).leaks
    let leak = try #require(leaks.first)
    #expect(leaks.count == 1)
    #expect(leak.reason == .outlivedTest && leak.confidence == .likely)
    #expect(leak.site.line == 9)
    #expect(leak.hint.name == "endTasks")
    #expect(
      leak.sentences.map(\.line)
        == ["The test ended at 2000ms, and #1 has lived on for 1000ms since"])
  }

  @Test func `None does where no test ended, or where only likely leaks do not count`() {
    var script = TraceScript()
    script.subscribe("task", "a.swift:9", as: .task, at: 1)
    #expect(verdicts(script, testEnded: nil, minimum: .possible).leaks.isEmpty)
    #expect(verdicts(script, minimum: .certain).leaks.isEmpty)
  }

  @Test func `A subscription and a cancelled task do not count`() {
    var script = TraceScript()
    script.subscribe("subscribe", "a.swift:1", at: 1)
    let task = script.subscribe("task", "a.swift:9", as: .task, at: 1)
    script.dispose([task], .cancelled, at: 1.5)
    #expect(verdicts(script).leaks.isEmpty)
  }

  @Test func `Child tasks, and tasks below one that lives, belong to that one`() throws {
    var script = TraceScript()
    let parent = script.subscribe("task", "a.swift:9", as: .task, at: 1)
    script.subscribe("child task", "a.swift:10", for: parent, as: .task, number: 1, at: 1)
    script.subscribe("task", "a.swift:11", for: parent, as: .task, at: 1)
    let leaks = verdicts(script).leaks
    #expect(leaks.map(\.site.line) == [9])
    #expect(leaks.first?.members == [1, 2, 3])
  }

  @Test func `A task below one that has ended is named itself`() {
    var script = TraceScript()
    let parent = script.subscribe("task", "a.swift:9", as: .task, at: 1)
    script.subscribe("task", "a.swift:11", for: parent, as: .task, at: 1)
    script.complete([parent], at: 1.5)
    #expect(verdicts(script).leaks.map(\.site.line) == [11])
  }

  @Test func `That nobody can finish its stream is the surer verdict`() {
    var script = TraceScript()
    let task = script.subscribe("task", "a.swift:9", as: .task, at: 1)
    let loop = script.subscribe("for await", "a.swift:5", for: task, as: .loop, at: 1)
    script.subscribe(
      "AsyncStream", "a.swift:4", for: loop, traits: [.source, .hot], joining: 901, at: 1)
    script.add(.abandoned(source: 901), 1.5)
    #expect(verdicts(script).leaks.map(\.reason) == [.abandoned])
  }
}
