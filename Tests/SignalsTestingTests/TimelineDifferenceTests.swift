import Signals
import SignalsTesting
import Testing

@Suite struct TimelineDifferenceTests {
  let scheduler = TestScheduler()

  private func heard(_ timeline: Timeline) -> TestSubscriber<Character> {
    let scheduler = TestScheduler()
    return scheduler.record(scheduler.cold(timeline).signal, until: .ticks(200_000))
  }

  @Test func `both are drawn under each other, and the first difference is marked`() {
    #expect(
      heard("--a---b|").difference(from: "--a--b-|")?.description == """
        the timeline differs at tick 5: b was expected, nothing came
          expected  --a--b-|
          actual    --a---b|
                         ^
        """)
  }

  @Test func `what is missing at the end is silence`() {
    #expect(
      heard("--a").difference(from: "--a--b|")?.description == """
        the timeline differs at tick 5: b was expected, nothing came
          expected  --a--b|
          actual    --a----
                         ^
        """)
    #expect(
      heard("-a-#").difference(from: "-a")?.description == """
        the timeline differs at tick 3: nothing was expected, # came
          expected  -a--
          actual    -a-#
                       ^
        """)
  }

  @Test func `long silence is written as a time, in all rows`() {
    #expect(
      heard("a 1s b|").difference(from: "a 1s c|")?.description == """
        the timeline differs at tick 1001: c was expected, b came
          expected  a 1000ms c|
          actual    a 1000ms b|
                             ^
        """)
  }

  @Test func `where a group leaves no room a tick is drawn wider`() {
    let tight = scheduler.record(
      scheduler.cold([.next("a", at: .zero), .next("b", at: .zero), .next("c", at: .ticks(1))]).signal,
      until: .ticks(9))
    #expect(
      tight.difference(from: "ab")?.description == """
        the timeline differs at tick 0: nothing was expected, b came
          expected  a---b
          actual    (ab)c
                    ^
          a tick is drawn 4 characters wide
        """)
  }

  @Test func `values that no character stands for are explained`() {
    let numbers = scheduler.record(
      scheduler.cold("a-b-a-c#", values: ["a": 10, "b": 2, "c": 30], error: Odd()).signal, until: .ticks(9))
    #expect(
      numbers.difference(from: "x-2-x---|", values: ["x": 10])?.description == """
        the timeline differs at tick 6: nothing was expected, A came
          expected  x-2-x---|
          actual    x-2-x-A#
                          ^
          A is 30
          # is odd
        """)
  }

  @Test func `what comes within a tick is no tick's`() {
    let heard = scheduler.record(
      scheduler.cold([.next("a", at: .microseconds(1500))]).signal, until: .ticks(9))
    #expect(
      heard.difference(from: "-a")?.description == """
        the timeline differs at tick 1: a was expected, nothing came
          expected  -a
          actual    -a
                     ^
          a came at 1.5ms, within a tick
        """)
  }

  @Test func `nothing differs from itself`() {
    for timeline: Timeline in ["--a--b-|", "(ab)-#", "", "|", "a 1m b|"] {
      #expect(heard(timeline).difference(from: timeline) == nil)
    }
  }

  @Test func `a drawing that cannot be read differs from everything, and says why`() {
    #expect(heard("a").difference(from: "a)")?.description.hasPrefix("marbles: ')' closes") == true)
    #expect(
      scheduler.cold("a").difference(from: ["!"])?.description.hasPrefix("marbles: '!' ends no") == true)
  }

  @Test func `subscriptions are drawn each in its row`() {
    let source = scheduler.cold("-----|")
    for time in [0, 3] {
      scheduler.schedule(at: .ticks(time)) { [scheduler] in
        let heard = scheduler.record(source.signal)
        scheduler.schedule(after: .ticks(4)) { heard.dispose() }
      }
    }
    scheduler.run()
    #expect(source.difference(from: ["^---!", "---^---!"]) == nil)
    #expect(
      source.difference(from: ["^--!", "---^---!"])?.description == """
        the list of subscriptions differs at tick 3: ! was expected, nothing came
          expected 1  ^--!
          actual 1    ^---!
          expected 2  ---^---!
          actual 2    ---^---!
                         ^
        """)
    #expect(
      source.difference(from: ["^---!"])?.description == """
        the list of subscriptions differs at tick 3: nothing was expected, ^ came
          expected 1  ^---!
          actual 1    ^---!
          expected 2  --------
          actual 2    ---^---!
                         ^
        """)
  }

  @Test func `an assertion that fails records the drawing`() {
    let heard = heard("-a")
    withKnownIssue {
      expectTimeline(heard, "-b", "because it must")
    } matching: { issue in
      issue.comments.contains { "\($0)".contains("actual    -a") && "\($0)".hasSuffix("because it must") }
    }
    withKnownIssue {
      expectSubscriptions(scheduler.cold("a"), "^")
    } matching: { issue in
      issue.comments.contains { "\($0)".contains("expected  ^\n  actual    -") }
    }
  }
}

private struct Odd: Error, CustomStringConvertible { var description: String { "odd" } }

extension TestScheduler {
  fileprivate func record<Value>(_ signal: Signal<Value>, until time: Duration) -> TestSubscriber<Value> {
    start(until: time) { signal }
  }
}
