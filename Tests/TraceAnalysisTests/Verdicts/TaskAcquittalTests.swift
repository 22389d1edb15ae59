import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// Why a living task belongs to no leak: its stream, or the task that made it.
struct TaskAcquittalTests {
  private enum Change { case cancelled, finished }

  /// A task whose loop reads a stream, and the news that the stream's continuation is gone.
  private func reading(isGone: Bool, _ change: Change? = nil) -> TraceScript {
    var script = TraceScript()
    let task = script.subscribe("task", "a.swift:9", as: .task, at: 1)
    let loop = script.subscribe("for await", "a.swift:5", for: task, as: .loop, at: 1)
    let stream = script.subscribe(
      "AsyncStream", "a.swift:4", for: loop, traits: [.source, .hot], joining: 901, at: 1)
    script.next([stream, loop], at: 1.5)
    if isGone { script.add(.abandoned(source: 901), 2) }
    if change == .finished { script.complete([stream], at: 3) }
    if change == .cancelled { script.dispose([task], .cancelled, at: 3) }
    let clock = script.subscribe("subscribe", "b.swift:1", at: 4)
    script.next([clock], at: 5)
    return script
  }

  private func told(_ script: TraceScript, of number: Int) -> [String] {
    script.acquittals(of: number).filter { $0.contains(" abandoned:") }
  }

  @Test func `A stream whose continuation is not known to be gone may be sent to`() {
    #expect(
      told(reading(isGone: false), of: 1) == [
        "unmet abandoned: #2 waits for #3, AsyncStream 4, and the continuation was not seen to go: somebody may still send"
      ])
  }

  @Test func `A finished stream is waited for no more`() {
    #expect(
      told(reading(isGone: true, .finished), of: 1) == [
        "excused abandoned: the continuation of #3, AsyncStream 4, is gone, but the stream has ended: #2 waits for it no more"
      ])
    #expect(told(reading(isGone: false, .finished), of: 1).isEmpty)
  }

  @Test func `A cancelled task leaves its loop by itself`() {
    #expect(
      told(reading(isGone: true, .cancelled), of: 2) == [
        "excused abandoned: the continuation of #3, AsyncStream 4, is gone, but the task of #2 was cancelled: it leaves the loop as soon as it comes to that"
      ])
  }

  @Test func `An accused task has no reason to be let be`() {
    #expect(reading(isGone: true).acquittals(of: 1).isEmpty)
  }

  /// The reasons of a task that lives as its test ends.
  private func outliving(_ number: Int, testEnded: Double?, _ script: TraceScript) -> [String] {
    var options = Verdicts.Options.explaining()
    options.testEnded = testEnded.map(TraceScript.time)
    return Verdicts(script.forest(ended: 10), options: options).acquittals(of: LifeIndex(number: number))
      .filter { $0.rules.contains(.outlivedTest) }.map { "\($0.weight): \($0.evidence.sentence?.line ?? "")" }
  }

  @Test func `A child task ends with the task that made it`() {
    var script = TraceScript()
    let parent = script.subscribe("task", "a.swift:9", as: .task, at: 1)
    script.subscribe("child task", "a.swift:10", for: parent, as: .task, number: 1, at: 1)
    script.dispose([parent], .cancelled, at: 2)
    #expect(
      outliving(2, testEnded: 3, script) == ["excused: #2 is a child task of #1, and ends with it"])
    #expect(outliving(2, testEnded: nil, script).isEmpty)
  }

  @Test func `A task of its own that outlived its test is accused`() {
    var script = TraceScript()
    let parent = script.subscribe("task", "a.swift:9", as: .task, at: 1)
    script.subscribe("task", "a.swift:10", for: parent, as: .task, at: 1)
    script.dispose([parent], .cancelled, at: 2)
    #expect(outliving(2, testEnded: 3, script).isEmpty)
  }
}
