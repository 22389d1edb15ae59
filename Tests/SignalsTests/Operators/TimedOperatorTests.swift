import Signals
import SignalsTesting
import Testing

/// A source, what comes out, when the source is subscribed, and why.
struct Drawing: Sendable, CustomTestStringConvertible {
  let source: Timeline
  let output: Timeline
  let subscription: SubscriptionInterval
  let reason: String

  init(_ source: Timeline, _ output: Timeline, _ subscription: SubscriptionInterval, _ reason: String) {
    self.source = source
    self.output = output
    self.subscription = subscription
    self.reason = reason
  }

  var testDescription: String { reason }

  /// Expects what is drawn of `operators`, on 30 ticks of virtual time.
  func expect(
    of operators: (Signal<Character>, TestScheduler) -> Signal<Character>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let scheduler = TestScheduler()
    let source = scheduler.cold(source)
    let heard = scheduler.start(until: .ticks(30)) { operators(source.signal, scheduler) }
    expectTimeline(heard, output, sourceLocation: sourceLocation)
    expectSubscriptions(source, subscription, sourceLocation: sourceLocation)
  }
}

@Suite(.noLeaks) struct TimedOperatorTests {
  @Test(arguments: [
    Drawing("a-b-----c-|", "-----b----(c|)", "^---------!", "waits for quiet, flushes on completion"),
    Drawing("a-#", "--#", "^-!", "drops the pending value on error"),
    Drawing("abcdefgh---", "----------h", "^", "a busy source keeps it waiting"),
    Drawing("a--b--c", "---------c", "^", "a value at the last moment is newer"),
    Drawing("-|", "-|", "^!", "completes without a value"),
    Drawing("a----|", "---a-|", "^----!", "nothing is flushed twice"),
  ])
  func debounce(_ drawing: Drawing) {
    drawing.expect { $0.debounce(for: .ticks(3), on: $1) }
  }

  @Test(arguments: [
    Drawing("a-X-b---|", "--X----b|", "^-------!", "other values pass at once and drop the pending one"),
    Drawing("aX#", "-X#", "^-!", "an error drops the pending value"),
  ])
  func `debounce with a predicate`(_ drawing: Drawing) {
    drawing.expect { $0.debounce(for: .ticks(3), on: $1, where: { $0.isLowercase }) }
  }

  @Test func `debounce fails when its predicate throws`() {
    Drawing("a-b", "#", "(^!)", "at the value that it was asked about").expect {
      $0.debounce(for: .ticks(3), on: $1, where: { _ in throw Broken() })
    }
  }

  @Test(arguments: [
    Drawing(
      "a-b-c---d-----|", "a---c---d-----|", "^-------------!", "sends the newest at the end of each interval"),
    Drawing("abcdefghijkl", "a---e---i---l", "^", "a fast source is sampled"),
    Drawing("abc|", "a---(c|)", "^--!", "completion waits for the pending value"),
    Drawing("abc#", "a--#", "^--!", "an error drops the pending value"),
    Drawing("a-----|", "a-----|", "^-----!", "completes at once with nothing pending"),
  ])
  func throttle(_ drawing: Drawing) {
    drawing.expect { $0.throttle(for: .ticks(4), on: $1) }
  }

  @Test(arguments: [
    Drawing("a-b-c---d-----|", "a---c---d-----|", "^-------------!", "a value at the interval's end passes"),
    Drawing("abcdefghij|", "a---e---i-|", "^---------!", "what comes too early is dropped"),
    Drawing("ab|", "a-|", "^-!", "nothing waits"),
  ])
  func `throttle without the latest`(_ drawing: Drawing) {
    drawing.expect { $0.throttle(for: .ticks(4), latest: false, on: $1) }
  }

  @Test(arguments: [
    Drawing("a-b---|", "---a-b---|", "^-----!", "values and completion are shifted"),
    Drawing("a-b-#", "---a#", "^---!", "an error overtakes what waits"),
    Drawing("abcdef", "---abcdef", "^", "many wait at a time"),
    Drawing("|", "---|", "(^!)", "completion waits although nothing else does"),
  ])
  func delay(_ drawing: Drawing) {
    drawing.expect { $0.delay(for: .ticks(3), on: $1) }
  }

  @Test(arguments: [
    Drawing("a-b-c-d-|", "a-b-c#", "^----!", "values do not help, only the end does"),
    Drawing("a-|", "a-|", "^-!", "in time"),
    Drawing("a-#", "a-#", "^-!", "an error is an end as well"),
    Drawing("", "-----#", "^----!", "silence"),
  ])
  func timeout(_ drawing: Drawing) {
    drawing.expect { $0.timeout(.ticks(5), on: $1) }
  }

  @Test(arguments: [
    Drawing("a-b------c-|", "a-b----#", "^------!", "each value starts the time anew"),
    Drawing("-a---b----c---|", "-a---b----c---|", "^-------------!", "a value at the last moment is in time"),
    Drawing("", "-----#", "^----!", "so does the subscription"),
  ])
  func `timeout for each value`(_ drawing: Drawing) {
    drawing.expect { $0.timeout(eachValue: .ticks(5), on: $1) }
  }

  @Test(
    arguments: [
      ("debounce", { @Sendable in $0.debounce(for: .ticks(3), on: $1) }),
      ("throttle", { @Sendable in $0.throttle(for: .ticks(4), on: $1) }),
      ("delay", { @Sendable in $0.delay(for: .ticks(3), on: $1) }),
      ("timeout", { @Sendable in $0.timeout(.ticks(9), on: $1) }),
      ("take(for:)", { @Sendable in $0.take(for: .ticks(9), on: $1) }),
      ("skip(for:)", { @Sendable in $0.skip(for: .ticks(1), on: $1) }),
      ("lazyMap", { @Sendable in $0.lazyMap(on: $1) { $0 } }),
      ("deliver", { @Sendable in $0.deliver(on: $1) }),
      ("subscribe(on:)", { @Sendable in $0.subscribe(on: $1) }),
    ] as [(String, @Sendable (Signal<Character>, VirtualTimeScheduler) -> Signal<Character>)])
  func `disposal ends the source at once, and nothing comes after it`(
    name: String,
    operators: @Sendable (Signal<Character>, VirtualTimeScheduler) -> Signal<Character>
  ) {
    // The value waits, or has passed, when the subscription is disposed.
    let scheduler = TestScheduler()
    let source = scheduler.cold("a--b")
    let heard = scheduler.start(disposed: .ticks(2)) { operators(source.signal, scheduler) }
    expectSubscriptions(source, "^-!")
    #expect(heard.events.allSatisfy { $0.time <= .ticks(2) })
  }
}
