import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Operators that begin again and again.
struct RestartingTests {
  private enum Attempt { case fails, completes }

  /// Attempts that last `length` and begin in these distances; then the operator is told to be alive.
  private func attempts(
    _ distances: [Double], lasting length: Double, _ attempt: Attempt = .fails, values: Int = 0
  ) -> (script: TraceScript, retry: SubscriptionID, end: Double) {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", at: 0)
    let retry = script.subscribe("again", "a.swift:2", for: root, traits: .restarts, at: 0)
    var time = 1.0
    for distance in distances {
      let source = script.subscribe("load", "a.swift:3", for: retry, at: time)
      for value in 0..<values { script.next([source, retry, root], at: time + length * Double(value) / 10) }
      if attempt == .fails {
        script.fail([source], "refused", at: time + length)
      } else {
        script.complete([source], at: time + length)
      }
      script.dispose([source], .terminated, at: time + length)
      time += distance
    }
    return (script, retry, time)
  }

  private func troubles(_ made: (script: TraceScript, retry: SubscriptionID, end: Double)) -> [String] {
    made.script.troubles(ended: made.end + 0.001)
  }

  @Test func `Failures without a pause are told with their rate`() {
    let made = attempts(Array(repeating: 0.02, count: 50), lasting: 0.02)
    #expect(
      troubles(made) == [
        "restarting again 2: fails and begins again at once: 50 times in 980ms, 50 a second, never with a value"
      ])
  }

  @Test func `A constant pause is not enough where nothing ever comes`() {
    let made = attempts(Array(repeating: 0.05, count: 30), lasting: 0.01)
    #expect(
      troubles(made) == [
        "restarting again 2: fails and begins again: 30 times in 1450ms, 20 a second, never with a value"
      ])
  }

  @Test func `What is let in and thrown out at once, time after time, gets nowhere`() {
    let made = attempts(Array(repeating: 0.001, count: 150), lasting: 0.0009, values: 1)
    #expect(
      troubles(made) == [
        "restarting again 2: fails and begins again at once, each time after 1 value: 150 times in 149ms, 1000 a second"
      ])
    #expect(troubles(attempts(Array(repeating: 0.001, count: 90), lasting: 0.0009, values: 1)).isEmpty)
    #expect(troubles(attempts(Array(repeating: 0.01, count: 150), lasting: 0.0099, values: 1)).isEmpty)
    #expect(
      troubles(attempts(Array(repeating: 0.001, count: 150), lasting: 0.0009, .completes, values: 1)).isEmpty)
  }

  @Test func `Ever longer pauses are patience`() {
    let made = attempts((0..<24).map { 0.01 * (1 + Double($0) / 4) }, lasting: 0.005)
    #expect(troubles(made).isEmpty)
  }

  @Test func `A few retries, rare ones and those that succeed are silent`() {
    #expect(troubles(attempts(Array(repeating: 0.02, count: 5), lasting: 0.02)).isEmpty)
    #expect(troubles(attempts(Array(repeating: 1, count: 30), lasting: 0.02)).isEmpty)
    #expect(troubles(attempts(Array(repeating: 0.05, count: 30), lasting: 0.05, values: 3)).isEmpty)
    var (script, retry, end) = attempts(Array(repeating: 0.02, count: 50), lasting: 0.02)
    let last = script.subscribe("load", "a.swift:3", for: retry, at: end)
    script.next([last, retry], at: end + 0.01)
    #expect(script.troubles(ended: end + 1).isEmpty)
  }

  @Test func `An attempt that runs on quietly has got somewhere`() {
    var (script, retry, end) = attempts(Array(repeating: 0.02, count: 50), lasting: 0.02)
    script.subscribe("load", "a.swift:3", for: retry, at: end)
    #expect(script.troubles(ended: end + 0.01).count == 1)
    #expect(script.troubles(ended: end + 5).isEmpty)
  }

  @Test func `An attempt that was cut short says nothing of those before it`() {
    func cut(after length: Double) -> [String] {
      var (script, retry, end) = attempts(Array(repeating: 0.02, count: 50), lasting: 0.02)
      let last = script.subscribe("load", "a.swift:3", for: retry, at: end)
      script.dispose([SubscriptionID(1)!, retry, last], .explicit, at: end + length)
      return script.troubles(ended: end + length + 1)
    }
    #expect(cut(after: 0.01).count == 1)
    #expect(cut(after: 5).isEmpty)
  }

  @Test func `Whoever has given up is silent`() {
    var (script, retry, end) = attempts(Array(repeating: 0.02, count: 50), lasting: 0.02)
    script.fail([retry], "refused", at: end)
    #expect(script.troubles(ended: end + 1).isEmpty)
  }

  @Test func `A storm is told although it was over in the end`() {
    var (script, retry, end) = attempts(Array(repeating: 0.0004, count: 300), lasting: 0.0003)
    script.complete([retry], at: end)
    #expect(
      script.troubles(ended: end + 1) == [
        "restarting again 2: fails and begins again at once: 300 times in 120ms, 2500 a second, never with a value"
      ])
  }

  @Test func `A failure that becomes a value on the way is a failure`() {
    var script = TraceScript()
    let again = script.subscribe("again", "a.swift:2", traits: .restarts, at: 0)
    for number in 0..<200 {
      let time = 1 + Double(number) / 1000
      let result = script.subscribe("result", "a.swift:3", for: again, at: time)
      let source = script.subscribe("load", "a.swift:4", for: result, at: time)
      script.fail([source], "refused", at: time)
      script.next([result], at: time)
      script.complete([result], at: time)
    }
    #expect(script.troubles(ended: 1.2).map { $0.prefix(40) } == ["restarting again 2: fails and begins aga"])
  }

  @Test func `Rounds that bring nothing and are over at once keep a processor busy`() {
    let made = attempts(Array(repeating: 0.0004, count: 300), lasting: 0.0002, .completes)
    #expect(
      troubles(made) == [
        "restarting again 2: is over and begins again at once: 300 times in 120ms, 2500 a second"
      ])
  }

  @Test func `A poll that waits, and a generator, are silent`() {
    #expect(
      troubles(attempts(Array(repeating: 0.01, count: 300), lasting: 0.01, .completes)).isEmpty)
    #expect(
      troubles(attempts(Array(repeating: 0.0001, count: 300), lasting: 0.00005, .completes, values: 1))
        .isEmpty)
  }

  @Test func `Ever shorter distances are told with the first and the last`() {
    let made = attempts((0..<32).map { 0.2 / Double($0 + 1) }, lasting: 0.001, .completes, values: 1)
    let lines = troubles(made)
    #expect(lines.count == 1)
    #expect(
      lines.first?.hasPrefix("restarting again 2: begins again ever faster: 32 times, every 74ms at first")
        == true)
  }

  /// Each replacement fails as well and is replaced within itself, by turns at two lines.
  private func failover(_ count: Int, pause: Double) -> TraceScript {
    var script = TraceScript()
    script.next([script.subscribe("subscribe", "a.swift:8", at: 0)], at: 0.5)
    var chain = [script.subscribe("subscribe", "a.swift:1", at: 0)]
    for attempt in 0..<count {
      let time = 1 + Double(attempt) * pause
      let role: Role.Kind = attempt == 0 ? .source : .inner
      let replacement = script.subscribe(
        "or", "a.swift:\(2 + attempt % 2)", for: chain[attempt], as: role, traits: .restarts, at: time)
      let source = script.subscribe("ask", "a.swift:4", for: replacement, at: time)
      script.fail([source], "down", at: time)
      chain.append(replacement)
    }
    script.complete(chain.reversed(), at: 9)
    return script
  }

  @Test func `Replacements that fail within each other are a storm as well`() {
    #expect(
      failover(150, pause: 0.0001).troubles(ended: 10).filter { $0.hasPrefix("restarting") } == [
        "restarting or 2: replaces a failed signal by one that fails as well: 150 deep, without a value, in 15ms,"
          + " 9999 a second"
      ])
    for script in [failover(60, pause: 0.0001), failover(150, pause: 0.05)] {
      #expect(!script.troubles(ended: 10).contains { $0.hasPrefix("restarting") })
    }
  }
}
