import Signals
import SignalsTesting
import Synchronization
import Testing

@Suite struct RetryPolicyTests {
  @Test func `each pause is longer by the factor, up to the ceiling`() {
    let policy = RetryPolicy(firstPause: .milliseconds(200), factor: 3, ceiling: .seconds(5))
    let pauses = (1...6).map { policy.pause(before: $0) }
    #expect(
      pauses == [
        .milliseconds(200), .milliseconds(600), .milliseconds(1800), .seconds(5), .seconds(5), .seconds(5),
      ])
  }

  @Test func `chance takes away the part that is left to it, and no more`() {
    let policy = RetryPolicy(firstPause: .seconds(4), jitter: 0.5)
    #expect(policy.pause(before: 1, chance: 0) == .seconds(4))
    #expect(policy.pause(before: 1, chance: 0.5) == .seconds(3))
    #expect(policy.pause(before: 1, chance: 1) == .seconds(2))
    #expect(RetryPolicy(firstPause: .seconds(4), jitter: 1).pause(before: 1, chance: 1) == .zero)
  }

  @Test(arguments: [
    (RetryPolicy(firstPause: .seconds(-1)), Duration.zero),
    (RetryPolicy(firstPause: .seconds(1), ceiling: .seconds(-1)), .zero),
    (RetryPolicy(firstPause: .seconds(1), factor: 0.1), .seconds(1)),
    (RetryPolicy(firstPause: .seconds(1), factor: .nan), .seconds(1)),
    (RetryPolicy(firstPause: .seconds(1), factor: .infinity), .seconds(60)),
    (RetryPolicy(firstPause: .seconds(1), factor: 1, jitter: .nan), .seconds(1)),
    (RetryPolicy(firstPause: .seconds(1), factor: 1, jitter: 7), .zero),
    (RetryPolicy(firstPause: .seconds(1), factor: 1, jitter: -7), .seconds(1)),
    (RetryPolicy(firstPause: .zero, factor: 2), .zero),
  ])
  func `nonsense has a pause, too`(policy: RetryPolicy, pause: Duration) {
    #expect(policy.pause(before: 1_000_000, chance: 1) == pause)
    #expect(policy.pause(before: .max, chance: 1) == pause)
  }

  @Test func `no attempt is too late for arithmetic`() {
    let policy = RetryPolicy(firstPause: .seconds(1), ceiling: .seconds(Int64.max))
    #expect(policy.pause(before: .max) == .seconds(Int64.max))
    #expect(policy.pause(before: 0) == .seconds(1))
    #expect(policy.pause(before: .min) == .seconds(1))
  }
}

@Suite(.noLeaks) struct BackoffTests {
  private let scheduler = TestScheduler()

  @Test func `it waits longer after each failure, and gives up`() {
    let source = scheduler.cold("a-#")
    let policy = RetryPolicy(attempts: 2, firstPause: .ticks(3))
    let heard = scheduler.start(until: .ticks(60)) { source.signal.retry(policy, on: scheduler) }
    expectTimeline(heard, "a----a-------a-#")
    expectSubscriptions(source, "^-!", "-----^-!", "-------------^-!")
  }

  @Test func `it completes as soon as the source does`() {
    let source = scheduler.cold("a-|")
    let policy = RetryPolicy(firstPause: .ticks(3))
    let heard = scheduler.start(until: .ticks(60)) { source.signal.retry(policy, on: scheduler) }
    expectTimeline(heard, "a-|")
    expectSubscriptions(source, "^-!")
  }

  @Test func `without attempts the first error is the error`() {
    let source = scheduler.cold("#")
    let policy = RetryPolicy(attempts: -1, firstPause: .ticks(3))
    let heard = scheduler.start(until: .ticks(60)) { source.signal.retry(policy, on: scheduler) }
    expectTimeline(heard, "#")
  }

  @Test func `a value makes the next failure the first one, if the policy says so`() {
    let source = scheduler.cold("-a#")
    let policy = RetryPolicy(attempts: 1, firstPause: .ticks(2), startsAnewAtValue: true)
    let heard = scheduler.start(until: .ticks(13)) { source.signal.retry(policy, on: scheduler) }
    expectTimeline(heard, "-a---a---a---a")
    let patient = RetryPolicy(attempts: 1, firstPause: .ticks(2))
    let other = scheduler.record(source.signal.retry(patient, on: scheduler))
    scheduler.advance(by: .ticks(60))
    #expect(other.events.map(\.description).suffix(2) == ["a at 18ms", "error # at 19ms"])
    heard.dispose()
  }

  @Test func `chance comes from where the caller says, once for each pause`() {
    let source = scheduler.cold("#")
    let asked = Attempts()
    let policy = RetryPolicy(attempts: 2, firstPause: .ticks(4), jitter: 1)
    let heard = scheduler.start(until: .ticks(60)) {
      source.signal.retry(
        policy, on: scheduler,
        random: {
          asked.add()
          return 0.5
        })
    }
    expectTimeline(heard, "------#")
    expectSubscriptions(source, "(^!)", "--(^!)", "------(^!)")
    #expect(asked.count == 2)
  }

  @Test func `without jitter nothing is left to chance`() {
    let source = scheduler.cold("#")
    let asked = Attempts()
    let policy = RetryPolicy(attempts: 2, firstPause: .ticks(1))
    let heard = scheduler.start(until: .ticks(60)) {
      source.signal.retry(
        policy, on: scheduler,
        random: {
          asked.add()
          return 0.5
        })
    }
    expectTimeline(heard, "---#")
    #expect(asked.count == 0)
  }

  @Test func `disposal in a pause leaves nothing behind`() {
    let source = scheduler.cold("#")
    let heard = scheduler.start(disposed: .ticks(1), until: .ticks(60)) {
      source.signal.retry(RetryPolicy(firstPause: .ticks(3)), on: scheduler)
    }
    #expect(heard.events.isEmpty && scheduler.isIdle)
    expectSubscriptions(source, "(^!)")
  }

  @Test func `ten thousand attempts without a pause need no stack`() {
    let attempts = Attempts()
    let failing = Signal<Int>.create { _ in
      attempts.add()
      throw Broken()
    }
    let out = Transcript()
    failing.retry(RetryPolicy(attempts: 10_000, firstPause: .zero), on: scheduler).print(to: out)
    while !scheduler.isIdle { scheduler.advance(by: .zero) }
    #expect(out.lines == ["#broken", "!"])
    #expect(attempts.count == 10_001)
  }
}
