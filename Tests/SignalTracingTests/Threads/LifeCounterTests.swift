import SignalTracing
import Synchronization
import Testing
import TraceFormat

/// Other tests make subscriptions meanwhile: only the call sites of this file are counted exactly.
@Suite struct LifeCounterTests {
  private static func make(_ line: UInt32) -> TracedSubscription {
    TracedSubscription(site: CallSite("counted", #fileID, line), downstream: nil, role: Role(.source))
  }

  private func living(_ counts: LifeCounts, _ line: UInt32) -> Int {
    counts.living.reduce(0) { sum, entry in
      entry.key.operatorName == "counted" && entry.key.line == line ? sum + entry.value : sum
    }
  }

  @Test func `a count tells where the living are from, and leaves out those that have ended`() {
    var counter = LifeCounter()
    let made = (0..<3000).map { _ in Self.make(1) }
    let before = counter.count()
    #expect(living(before, 1) == 3000)
    for subscription in made.prefix(1000) { subscription.noteEnd() }
    let after = counter.count()
    #expect(living(after, 1) == 2000)
    #expect(after.endedInMemory >= 1000)
    for subscription in made { subscription.end() }
    #expect(living(counter.count(), 1) == 0)
  }

  @Test func `lives that begin and end between two counts are counted`() {
    var counter = LifeCounter()
    let before = counter.count()
    for _ in 0..<5000 { Self.make(2).end() }
    let after = counter.count()
    #expect(living(after, 2) == 0)
    #expect(after.started >= before.started + 5000)
    #expect(after.ended >= before.ended + 5000)
  }

  @Test func `counts beside other threads never go back, and agree with each other`() async {
    let churn = Churn()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          while !churn.isOver.load(ordering: .relaxed) {
            let some = (0..<50).map { _ in Self.make(3) }
            for subscription in some { subscription.end() }
            await Task.yield()
          }
        }
      }
      group.addTask {
        var counter = LifeCounter()
        var last = counter.count()
        for _ in 0..<200 {
          let next = counter.count()
          #expect(next.started >= last.started && next.ended >= last.ended)
          #expect(next.started - next.ended == UInt64(next.living.values.reduce(0, +)))
          last = next
        }
        churn.isOver.store(true, ordering: .relaxed)
      }
    }
  }
}

private final class Churn: Sendable {
  let isOver = Atomic<Bool>(false)
}
