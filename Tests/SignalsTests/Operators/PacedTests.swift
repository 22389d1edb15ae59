import Signals
import SignalsTesting
import Testing

/// Operators that ask for a signal for each value: here a timer of as many ticks as the letter has in the alphabet.
@Suite(.noLeaks) struct PacedTests {
  /// `a` is a timer of 1 tick, `b` of 2; an upper-case letter is a signal that completes then without a value; `z` fails.
  private static func timer(_ letter: Character, _ scheduler: TestScheduler) -> Signal<Int> {
    if letter == "z" { return .fail(Broken()) }
    let ticks = Int(letter.lowercased().unicodeScalars.first!.value) - 96
    let timer = Signal<Int>.timer(after: .ticks(ticks), on: scheduler)
    return letter.isUppercase ? timer.ignoreElements() : timer
  }

  @Test(arguments: [
    Drawing("dab--|", "----b|", "^----!", "the first one's time decides, the newest value is sent"),
    Drawing("d|", "----(d|)", "^!", "completion waits for the value that waits"),
    Drawing("da#", "--#", "^-!", "an error drops it"),
    Drawing("B--a-|", "----a|", "^----!", "time that ends without a value sends nothing"),
    Drawing("B|", "--|", "^!", "nor does it at the end"),
    Drawing("-z---", "-#", "^!", "its error is an error"),
    Drawing("|", "|", "(^!)", "nothing is nothing"),
  ])
  func audit(_ drawing: Drawing) {
    drawing.expect { source, scheduler in source.audit { Self.timer($0, scheduler) } }
  }

  @Test(arguments: [
    Drawing("ab-cd----e----|", "---c---d----e-|", "^-------------!", "the newest at the interval's end"),
    Drawing("a|", "---(a|)", "^!", "completion waits for the value that waits"),
    Drawing("a#", "-#", "^!", "an error drops it"),
    Drawing("a----|", "---a-|", "^----!", "nothing is sent twice"),
  ])
  func `audit for a time`(_ drawing: Drawing) {
    drawing.expect { $0.audit(for: .ticks(3), on: $1) }
  }

  @Test(arguments: [
    Drawing("d-b--|", "----b|", "^----!", "a newer value takes the place of the one before"),
    Drawing("b--b|", "--b-(b|)", "^---!", "completion flushes"),
    Drawing("b#", "-#", "^!", "an error drops the value that waits"),
    Drawing("A---|", "----(A|)", "^---!", "quiet that ends without a value leaves it waiting"),
    Drawing("-z---", "-#", "^!", "its error is an error"),
  ])
  func debounce(_ drawing: Drawing) {
    drawing.expect { source, scheduler in source.debounce(until: { Self.timer($0, scheduler) }) }
  }

  @Test(arguments: [
    Drawing("cxya---|", "c--a---|", "^------!", "the newest is sent at the end of the pause"),
    Drawing("cx-|", "c--(x|)", "^--!", "a pause that is over as the source completes has its value"),
    Drawing("dx|", "d---(x|)", "^-!", "completion waits for the value that waits"),
    Drawing("dx#", "d-#", "^-!", "an error drops it"),
    Drawing("Bx-y-|", "B--y-|", "^----!", "a pause that ends without a value lets the next one pass"),
    Drawing("z---", "(z#)", "(^!)", "its error is an error"),
  ])
  func throttle(_ drawing: Drawing) {
    drawing.expect { source, scheduler in source.throttle(until: { Self.timer($0, scheduler) }) }
  }

  @Test(arguments: [
    Drawing("cxy-a--|", "c---a--|", "^------!", "what comes in a pause is dropped"),
    Drawing("dx|", "d-|", "^-!", "nothing waits"),
  ])
  func `throttle without the latest`(_ drawing: Drawing) {
    drawing.expect { source, scheduler in
      source.throttle(latest: false, until: { Self.timer($0, scheduler) })
    }
  }

  @Test(arguments: [
    Drawing("d-a-|", "---a(d|)", "^---!", "values may overtake each other"),
    Drawing("d|", "----(d|)", "^!", "completion waits"),
    Drawing("Ba|", "--(a|)", "^-!", "a value whose signal sends none is left out"),
    Drawing("d-#", "--#", "^-!", "an error does not wait"),
    Drawing("dz", "-#", "^!", "nor does that of a trigger"),
  ])
  func `delay when`(_ drawing: Drawing) {
    drawing.expect { source, scheduler in source.delay(when: { Self.timer($0, scheduler) }) }
  }

  @Test(arguments: [
    Drawing("-ab---c-|", "---b--c-|", "^-------!", "the newest, once"),
    Drawing("-a|", "--|", "^-!", "what waits at the end is dropped"),
    Drawing("-a#", "--#", "^-!", "and so it is by an error"),
  ])
  func `sample every`(_ drawing: Drawing) {
    drawing.expect { $0.sample(every: .ticks(3), on: $1) }
  }

  @Test(
    arguments: [
      ("audit", { @Sendable source in source.audit { _ -> Signal<Int> in throw Broken() } }),
      ("debounce", { @Sendable source in source.debounce(until: { _ -> Signal<Int> in throw Broken() }) }),
      ("throttle", { @Sendable source in source.throttle(until: { _ -> Signal<Int> in throw Broken() }) }),
      ("delay", { @Sendable source in source.delay(when: { _ -> Signal<Int> in throw Broken() }) }),
    ] as [(String, @Sendable (Signal<Character>) -> Signal<Character>)])
  func `a throw is an error`(name: String, operators: @Sendable (Signal<Character>) -> Signal<Character>) {
    let output: Timeline = name == "throttle" ? "-(a#)" : "-#"
    Drawing("-a---", output, "^!", name).expect { source, _ in operators(source) }
  }

  @Test func `signals that send at once take no time`() {
    let values = Signal.from(1...3)
    let at = Signal.just(())
    #expect(values.audit { _ in at }.transcript == ["1", "2", "3", "|", "!"])
    #expect(values.debounce(until: { _ in at }).transcript == ["1", "2", "3", "|", "!"])
    #expect(values.throttle(until: { _ in at }).transcript == ["1", "2", "3", "|", "!"])
    #expect(values.delay(when: { _ in at }).transcript == ["1", "2", "3", "|", "!"])
  }

  @Test func `a value that is sent from within a delivery waits for its pause`() {
    let source = PublishSubject<Int>()
    let pause = PublishSubject<Void>()
    let out = Transcript()
    _ = source.throttle(until: { _ in pause }).subscribe(next: { value in
      out.print(value)
      if value < 3 { source.next(value + 1) }
    })
    source.next(1)
    #expect(out.take() == ["1"])
    pause.next(())
    pause.next(())
    #expect(out.lines == ["2", "3"])
  }

  @Test func `a value that comes with the end, as the one before goes on, has a pause to wait for`() {
    let source = PublishSubject<Int>()
    let pause = PublishSubject<Void>()
    let out = Transcript()
    source.throttle(until: { _ in pause }).do(onNext: { value in
      guard value == 2 else { return }
      source.next(3)
      source.completed()
    }).print(to: out)
    source.next(1)
    source.next(2)
    pause.next(())
    #expect(out.take() == ["1", "2"])
    pause.next(())
    #expect(out.lines == ["3", "|", "!"])
  }
}
