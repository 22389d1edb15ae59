import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// Tasks that wait for streams.
struct WaitsForNobodyRuleTests {
  private enum Change { case finished, cancelled, child }

  /// Three tasks read a stream each. The continuation of the last is let go at 2 s.
  private func script(isTold: Bool = true, _ change: Change? = nil) -> TraceScript {
    var script = TraceScript()
    var task: SubscriptionID?
    for stream in 1...3 as ClosedRange<UInt64> {
      let made = script.subscribe(
        "task", "a.swift:9", for: change == .child ? task : nil, as: .task, number: change == .child ? 1 : 0,
        at: 1)
      let loop = script.subscribe("for await", "a.swift:5", for: made, as: .loop, at: 1)
      let read = script.subscribe(
        "AsyncStream", "a.swift:4", for: loop, traits: [.source, .hot], joining: 900 + stream, at: 1)
      script.next([read, loop], at: 1.5)
      task = made
      guard stream == 3 else { continue }
      if isTold { script.add(.abandoned(source: 903), 2) }
      if change == .finished { script.complete([read, loop, made], at: 3) }
      if change == .cancelled { script.dispose([made], .cancelled, at: 3) }
    }
    let clock = script.subscribe("subscribe", "b.swift:1", at: 4)
    script.next([clock], at: 5)
    return script
  }

  @Test func `A task whose stream nobody can finish leaks for certain`() throws {
    let leaks = script().verdicts(ended: 10).leaks
    let leak = try #require(leaks.first { $0.reason == .abandoned })
    #expect(leaks.count { $0.reason == .abandoned } == 1)
    #expect(leak.confidence == .certain)
    #expect(leak.site.line == 9)
    #expect(leak.otherSite?.line == 4)
    #expect(leak.hint.name == "finishStream")
    #expect(
      leak.sentences.map(\.line).contains {
        $0.hasPrefix("#8 has read 1 value; the continuation of #9 is gone")
      })
    #expect(leak.path.map(\.life).count == 3)
  }

  @Test func `None does while somebody has the continuations, or once the stream or the task is over`() {
    for script in [script(isTold: false), script(.finished), script(.cancelled)] {
      #expect(!script.verdicts(ended: 10).leaks.contains { $0.reason == .abandoned })
      #expect(!script.verdicts(ended: 10, minimum: .possible).suspects.contains { $0.reason == .abandoned })
    }
  }

  @Test func `A child task is a suspect: its parent may cancel it`() {
    let verdicts = script(.child).verdicts(ended: 10, minimum: .possible)
    #expect(!verdicts.leaks.contains { $0.reason == .abandoned })
    #expect(verdicts.suspects.contains { $0.reason == .abandoned })
  }

  private enum Reader { case stages, beside, elsewhere, afterItsTask }

  /// A loop reads a stream by two stages. The stream's continuation is let go at 2 s.
  private func staged(_ reader: Reader) -> TraceScript {
    var script = TraceScript()
    let task = script.subscribe("task", "a.swift:9", as: .task, at: 1)
    let loop = script.subscribe("large", "a.swift:6", for: task, as: .loop, at: 1)
    let stage = script.subscribe(
      "prices", "a.swift:5", for: loop, as: reader == .elsewhere ? .loop : .source, at: 1)
    script.subscribe(
      "AsyncStream", "a.swift:4", for: stage, traits: [.source, .hot], joining: 900, at: 1)
    if reader == .beside {
      script.subscribe("AsyncStream", "a.swift:3", for: loop, traits: [.source, .hot], joining: 901, at: 1)
    }
    script.add(.abandoned(source: 900), 2)
    if reader == .afterItsTask { script.complete([task], at: 2) }
    let clock = script.subscribe("subscribe", "b.swift:1", at: 4)
    script.next([clock], at: 5)
    return script
  }

  @Test func `A loop waits as well by the stages between it and the stream`() throws {
    let leak = try #require(staged(.stages).verdicts(ended: 10).leaks.first)
    #expect(leak.reason == .abandoned)
    #expect(leak.confidence == .certain)
    #expect(leak.site.line == 9)
    #expect(leak.otherSite?.line == 4)
  }

  @Test func `It is a suspect where something else may feed the loop`() {
    for script in [staged(.beside), staged(.elsewhere)] {
      let verdicts = script.verdicts(ended: 10, minimum: .possible)
      #expect(!verdicts.leaks.contains { $0.reason == .abandoned })
      #expect(verdicts.suspects.contains { $0.reason == .abandoned })
    }
  }

  @Test func `A loop that goes on when its task has returned is named itself`() throws {
    let leak = try #require(staged(.afterItsTask).verdicts(ended: 10).leaks.first)
    #expect(leak.reason == .abandoned)
    #expect(leak.confidence == .certain)
    #expect(leak.site.line == 6)
  }
}
