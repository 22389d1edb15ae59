import Signals
import Testing

/// A source, what comes out, when the source is let go of, and why.
struct Drawing: Sendable, CustomTestStringConvertible {
  let source: Timeline
  let output: Timeline
  let sourceEnd: Int
  let reason: String

  init(_ source: Timeline, _ output: Timeline, until sourceEnd: Int, _ reason: String) {
    self.source = source
    self.output = output
    self.sourceEnd = sourceEnd
    self.reason = reason
  }

  var testDescription: String { reason }
  var expected: Played { Played(output: output, sourceEnd: sourceEnd) }
}

@Suite struct TimedOperatorTests {
  @Test(arguments: [
    Drawing("a-b-----c-|", "-----b----(c|)", until: 10, "waits for quiet, flushes on completion"),
    Drawing("a-#", "--#", until: 2, "drops the pending value on error"),
    Drawing("abcdefgh---", "----------h", until: 30, "a busy source keeps it waiting"),
    Drawing("a--b--c", "---------c", until: 30, "a value at the last moment is newer"),
    Drawing("-|", "-|", until: 1, "completes without a value"),
    Drawing("a----|", "---a-|", until: 5, "nothing is flushed twice"),
  ])
  func debounce(_ drawing: Drawing) {
    #expect(play(drawing.source) { $0.debounce(for: .ticks(3), on: $1) } == drawing.expected)
  }

  @Test(arguments: [
    Drawing("a-X-b---|", "--X----b|", until: 8, "other values pass at once and drop the pending one"),
    Drawing("aX#", "-X#", until: 2, "an error drops the pending value"),
  ])
  func `debounce with a predicate`(_ drawing: Drawing) {
    #expect(
      play(drawing.source) { $0.debounce(for: .ticks(3), on: $1, where: { $0.isLowercase }) }
        == drawing.expected)
  }

  @Test func `debounce fails when its predicate throws`() {
    let played = play("a-b") { $0.debounce(for: .ticks(3), on: $1, where: { _ in throw DrawnError() }) }
    #expect(played == Played(output: "#", sourceEnd: 0))
  }

  @Test(arguments: [
    Drawing("a-b-c---d-----|", "a---c---d-----|", until: 14, "sends the newest at the end of each interval"),
    Drawing("abcdefghijkl", "a---e---i---l", until: 30, "a fast source is sampled"),
    Drawing("abc|", "a---(c|)", until: 3, "completion waits for the pending value"),
    Drawing("abc#", "a--#", until: 3, "an error drops the pending value"),
    Drawing("a-----|", "a-----|", until: 6, "completes at once with nothing pending"),
  ])
  func throttle(_ drawing: Drawing) {
    #expect(play(drawing.source) { $0.throttle(for: .ticks(4), on: $1) } == drawing.expected)
  }

  @Test(arguments: [
    Drawing("a-b-c---d-----|", "a---c---d-----|", until: 14, "a value at the interval's end passes"),
    Drawing("abcdefghij|", "a---e---i-|", until: 10, "what comes too early is dropped"),
    Drawing("ab|", "a-|", until: 2, "nothing waits"),
  ])
  func `throttle without the latest`(_ drawing: Drawing) {
    #expect(
      play(drawing.source) { $0.throttle(for: .ticks(4), latest: false, on: $1) } == drawing.expected)
  }

  @Test(arguments: [
    Drawing("a-b---|", "---a-b---|", until: 6, "values and completion are shifted"),
    Drawing("a-b-#", "---a#", until: 4, "an error overtakes what waits"),
    Drawing("abcdef", "---abcdef", until: 30, "many wait at a time"),
    Drawing("|", "---|", until: 0, "completion waits although nothing else does"),
  ])
  func delay(_ drawing: Drawing) {
    #expect(play(drawing.source) { $0.delay(for: .ticks(3), on: $1) } == drawing.expected)
  }

  @Test(arguments: [
    Drawing("a-b-c-d-|", "a-b-c#", until: 5, "values do not help, only the end does"),
    Drawing("a-|", "a-|", until: 2, "in time"),
    Drawing("a-#", "a-#", until: 2, "an error is an end as well"),
    Drawing("", "-----#", until: 5, "silence"),
  ])
  func timeout(_ drawing: Drawing) {
    #expect(play(drawing.source) { $0.timeout(.ticks(5), on: $1) } == drawing.expected)
  }

  @Test(arguments: [
    Drawing("a-b------c-|", "a-b----#", until: 7, "each value starts the time anew"),
    Drawing("-a---b----c---|", "-a---b----c---|", until: 14, "a value at the last moment is in time"),
    Drawing("", "-----#", until: 5, "so does the subscription"),
  ])
  func `timeout for each value`(_ drawing: Drawing) {
    #expect(play(drawing.source) { $0.timeout(eachValue: .ticks(5), on: $1) } == drawing.expected)
  }

  @Test(
    arguments: [
      ("debounce", { @Sendable in $0.debounce(for: .ticks(3), on: $1) }),
      ("throttle", { @Sendable in $0.throttle(for: .ticks(4), on: $1) }),
      ("delay", { @Sendable in $0.delay(for: .ticks(3), on: $1) }),
      ("timeout", { @Sendable in $0.timeout(.ticks(9), on: $1) }),
      ("deliver", { @Sendable in $0.deliver(on: $1) }),
      ("subscribe(on:)", { @Sendable in $0.subscribe(on: $1) }),
    ] as [(String, @Sendable (Signal<Character>, VirtualTimeScheduler) -> Signal<Character>)])
  func `disposal ends the source at once, and nothing comes after it`(
    name: String, operators: @Sendable (Signal<Character>, VirtualTimeScheduler) -> Signal<Character>
  ) {
    // The value waits, or has passed, when the subscription is disposed.
    let played = play("a--b", disposingAt: 2, through: operators)
    #expect(played.sourceEnd == 2)
    #expect(played.output.events.allSatisfy { $0.tick <= 2 })
  }
}
