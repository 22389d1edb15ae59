import Signals
import Testing

@Suite struct FilteringTests {
  let source = Signal.of(1, 1, 2, 2, 1)

  @Test func `repeated values are left out`() {
    #expect(source.distinctUntilChanged().transcript == ["1", "2", "1", "|", "!"])
    #expect(source.distinctUntilChanged(by: { _, _ in true }).transcript == ["1", "|", "!"])
    #expect(Signal.of(1, 3, 4).distinctUntilChanged { $0 % 2 }.transcript == ["1", "4", "|", "!"])
    #expect(source.unique().transcript == ["1", "2", "|", "!"])
    #expect(Signal.of(1, 3, 4).unique { $0 % 2 }.transcript == ["1", "4", "|", "!"])
    #expect(source.ignoreValue(1).transcript == ["2", "2", "|", "!"])
  }

  @Test func `only the end is left`() {
    #expect(source.ignoreElements().transcript == ["|", "!"])
    let failing: Signal<String> = source.concat(.fail(Broken())).ignoreElements(as: String.self)
    #expect(failing.transcript == ["#broken", "!"])
  }

  @Test func `the last values are kept until the end`() {
    #expect(Signal.of(1, 2, 3).takeLast(2).transcript == ["2", "3", "|", "!"])
    #expect(Signal.of(1, 2, 3).takeLast(0).transcript == ["|", "!"])
    #expect(Signal.of(1, 2, 3).takeLast(-1).transcript == ["|", "!"])
    #expect(Signal.of(1, 2, 3).takeLast(9).take(1).transcript == ["1", "|", "!"])
    #expect(Signal.of(1).concat(.fail(Broken())).takeLast(1).transcript == ["#broken", "!"])
  }

  @Test(arguments: [
    (0, ["1", "2", "3", "|", "!"]), (1, ["2", "3", "|", "!"]), (2, ["3", "|", "!"]), (4, ["|", "!"]),
  ])
  func `the first values are left out`(count: Int, expected: [String]) {
    #expect(Signal.of(1, 2, 3).skip(count).transcript == expected)
  }

  @Test func `one value is chosen`() {
    let numbers = Signal.of(1, 2, 3)
    #expect(numbers.first(where: { $0 > 1 }).transcript == ["2", "|", "!"])
    #expect(numbers.first(where: { $0 > 9 }).transcript == ["|", "!"])
    #expect(numbers.firstValue().transcript == ["Optional(1)", "|", "!"])
    #expect(Signal<Int>.empty().firstValue().transcript == ["nil", "|", "!"])
    #expect(numbers.last(where: { $0 < 3 }).transcript == ["2", "|", "!"])
    #expect(numbers.last(where: { $0 > 9 }).transcript == ["|", "!"])
    #expect(numbers.element(at: 1).transcript == ["2", "|", "!"])
    #expect(numbers.element(at: 3).transcript == ["#endedBefore(index: 3)", "!"])
    #expect(numbers.element(at: -1).transcript == ["#endedBefore(index: -1)", "!"])
  }

  @Test func `there must be a single value`() {
    #expect(Signal.of(1).single().transcript == ["1", "|", "!"])
    #expect(Signal<Int>.empty().single().transcript == ["#noElements", "!"])
    #expect(Signal.of(1, 2).single().transcript == ["1", "#moreThanOneElement", "!"])
    #expect(Signal.of(1, 2).single(where: { $0 == 2 }).transcript == ["2", "|", "!"])
  }

  @Test func `choosing disposes the source`() {
    let out = Transcript()
    let subject = PublishSubject<Int>()
    subject.spied(out, "source").first(where: { $0 == 2 }).print(to: out)
    subject.next(1)
    subject.next(2)
    #expect(out.lines == ["+source", "2", "-source", "|", "!"])
  }

  @Test func `questions are answered as soon as they can be`() {
    #expect(Signal.from(1...).any { $0 == 3 }.transcript == ["true", "|", "!"])
    #expect(source.any { $0 == 3 }.transcript == ["false", "|", "!"])
    #expect(Signal<Int>.empty().any().transcript == ["false", "|", "!"])
    #expect(Signal.from(1...).all { $0 < 3 }.transcript == ["false", "|", "!"])
    #expect(source.all { $0 < 3 }.transcript == ["true", "|", "!"])
    #expect(source.contains(2).transcript == ["true", "|", "!"])
    #expect(Signal<Int>.fail(Broken()).any().transcript == ["#broken", "!"], "an error is an error")
    #expect(Signal<Int>.fail(Broken()).all { _ in true }.transcript == ["#broken", "!"])
  }

  @Test func `values are counted and compared`() {
    #expect(source.count().transcript == ["5", "|", "!"])
    #expect(Signal.of(2, 3, 1).min().transcript == ["1", "|", "!"])
    #expect(Signal.of(2, 3, 1).max().transcript == ["3", "|", "!"])
    #expect(Signal<Int>.empty().max().transcript == ["|", "!"])
    let words = Signal.of("bb", "a", "cc", "d")
    #expect(words.min(by: { $0.count < $1.count }).transcript == ["a", "|", "!"], "the first of equals")
    #expect(words.max(by: { $0.count < $1.count }).transcript == ["cc", "|", "!"], "the last of equals")
  }

  @Test func `an empty signal is replaced`() {
    #expect(Signal<Int>.empty().defaultIfEmpty(7).transcript == ["7", "|", "!"])
    #expect(Signal.of(1).defaultIfEmpty(7).transcript == ["1", "|", "!"])
    #expect(Signal<Int>.empty().switchIfEmpty(.of(7, 8)).transcript == ["7", "8", "|", "!"])
    #expect(Signal.of(1).switchIfEmpty(.of(7)).transcript == ["1", "|", "!"])
    #expect(Signal<Int>.fail(Broken()).switchIfEmpty(.of(7)).transcript == ["#broken", "!"])
  }

  @Test func `a signal is parted in two`() {
    let (small, large) = Signal.of(1, 5, 2).partition { $0 < 3 }
    #expect(small.transcript == ["1", "2", "|", "!"])
    #expect(large.transcript == ["5", "|", "!"])
  }
}

@Suite struct SkipUntilTests {
  @Test func `values are sent from the trigger's first value on`() {
    let out = Transcript()
    let source = PublishSubject<Int>()
    let trigger = PublishSubject<Void>()
    source.skip(until: trigger.spied(out, "trigger")).print(to: out)
    source.next(1)
    trigger.next(())
    trigger.completed()
    source.next(2)
    source.completed()
    #expect(out.lines == ["+trigger", "-trigger", "2", "|", "!"])
  }

  @Test func `a trigger that completes opens nothing, its error ends it`() {
    #expect(Signal.of(1).skip(until: Signal<Int>.empty()).transcript == ["|", "!"])
    #expect(Signal.of(1).skip(until: Signal<Int>.fail(Broken())).transcript == ["#broken", "!"])
    #expect(Signal.of(1).skip(until: Signal.just(0)).transcript == ["1", "|", "!"])
  }

  @Test func `skip(until:) subscribes to its trigger first`() {
    let out = Transcript()
    let (source, trigger) = (BehaviorSubject(1), BehaviorSubject(0))
    source.spied(out, "source").skip(until: trigger.spied(out, "trigger")).print(to: out)
    #expect(out.lines == ["+trigger", "-trigger", "+source", "1"])
    // Its own value opens it before it comes to be skipped.
    let both = PublishSubject<Int>()
    let twice = Transcript()
    both.skip(until: both).print(to: twice)
    both.next(1)
    both.next(2)
    #expect(twice.lines == ["1", "2"])
  }
}
