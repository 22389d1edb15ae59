import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// A subject whose values lead to its own next values, over a queue.
struct SelfTriggeredTests {
  /// Two subscribers of a store, of which the second sends into it what the queue delivers, so many times from 1 s on, one
  /// every 10 ms. The loop is disposed at some time.
  private func troubles(
    rounds: Int, over step: String = "map", disposedAt end: Double? = nil, fromWithin: Bool = false,
    completes: Bool = false, isUnrelated: Bool = false, each values: Int = 1
  ) -> [String] {
    var script = TraceScript()
    let title = script.subscribe("subscribe", "a.swift:19", at: 0.5)
    let shown = script.subscribe("PublishSubject", "a.swift:2", for: title, joining: 900, at: 0.5)
    let root = script.subscribe("subscribe", "a.swift:9", at: 0.5)
    let queue = script.subscribe("deliver(on:)", "a.swift:8", for: root, at: 0.5)
    let map = script.subscribe(step, "a.swift:7", for: queue, at: 0.5)
    let store = script.subscribe("PublishSubject", "a.swift:2", for: map, joining: 900, at: 0.5)
    var last: EventID?
    for round in 0..<rounds {
      let time = 1 + Double(round) / 100
      let cause = isUnrelated ? nil : last
      for _ in 0..<values {
        script.next([shown, title], cause: cause, at: time, thread: 2)
        let passed = script.next([store, map], cause: cause, at: time, thread: 2)
        last = script.next([queue, root], cause: passed, at: time + 0.005, thread: 2)
      }
    }
    if completes {
      script.complete([store, map, queue, root], at: 1 + Double(rounds) / 100, thread: 2)
    } else {
      let stopped = end ?? 1 + Double(rounds) / 100
      script.dispose(
        [root, queue, map, store], .explicit, cause: fromWithin ? last : nil, at: stopped,
        thread: fromWithin ? 2 : 1)
    }
    script.next([script.subscribe("subscribe", "main.swift:1", at: 9.5)], at: 9.8)
    return script.troubles(ended: 10).filter { $0.hasPrefix("self-triggered") }
  }

  @Test func `The operator that makes the next value is told, with the way that it goes`() {
    #expect(
      troubles(rounds: 80) == [
        "self-triggered map 7: 80 values of PublishSubject 2 in a row have each led to the next one: map 7, deliver(on:) 8,"
          + " subscribe 9, and into PublishSubject 2 again; nothing in this loop ended it"
      ])
    #expect(troubles(rounds: 39).isEmpty)
    #expect(troubles(rounds: 80, isUnrelated: true).isEmpty)
  }

  @Test func `Nothing is said of a loop that came to rest, or ended itself`() {
    #expect(troubles(rounds: 80, disposedAt: 3).isEmpty)
    #expect(troubles(rounds: 80, fromWithin: true).isEmpty)
    #expect(troubles(rounds: 80, completes: true).isEmpty)
  }

  @Test func `Nothing is said of a loop that a clock paces, and of a list of work`() {
    #expect(troubles(rounds: 80, over: "delay").isEmpty)
    #expect(troubles(rounds: 80, over: "debounce").isEmpty)
    #expect(troubles(rounds: 80, each: 2).isEmpty)
  }
}
