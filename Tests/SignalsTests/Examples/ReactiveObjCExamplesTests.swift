import Signals
import SignalsTesting
import Testing

/// What ReactiveObjC's guides (basic operators, framework overview, design guidelines) and headers show, written anew from
/// the descriptions. Where the outcome is another one here, the test says which decision makes it so.
@Suite struct ReactiveObjCExamplesTests {
  private let out = Transcript()
  private let letters = Signal.of("A", "B", "C")

  @Test func `a signal's side effects happen once for each subscription`() {
    let subscriptions = Attempts()
    let logging = Signal<Int>.create { subscriber in
      subscriptions.add()
      subscriber.completed()
      return nil
    }
    logging.print(to: out)
    logging.print(to: out)
    #expect(subscriptions.count == 2)
  }

  @Test func `doNext and doCompleted inject effects, in their place`() {
    letters.take(2).do(onNext: { [out] in out.print("do \($0)") }).print(to: out)
    #expect(out.take() == ["do A", "A", "do B", "B", "|", "!"])
    letters.take(0).do(onCompleted: { [out] in out.print("about to complete") }).print(to: out)
    #expect(out.take() == ["about to complete", "|", "!"])
  }

  @Test func `map doubles words, filter keeps even numbers`() {
    #expect(letters.map { $0 + $0 }.transcript == ["AA", "BB", "CC", "|", "!"])
    #expect(Signal.from(1...6).filter { $0.isMultiple(of: 2) }.transcript == ["2", "4", "6", "|", "!"])
  }

  @Test func `concat sends one after the other`() {
    let numbers = Signal.of("1", "2")
    #expect(letters.concat(numbers).transcript == ["A", "B", "C", "1", "2", "|", "!"])
  }

  @Test func `flatten merges signals, concat of signals puts them in order`() {
    let (one, two) = (PublishSubject<String>(), PublishSubject<String>())
    let both = Signal<Signal<String>>.of(one, two)
    both.merge().print(to: out, "flatten ")
    both.concat().print(to: out, "concat ")
    two.next("1")
    one.next("A")
    one.completed()
    two.next("2")
    #expect(out.lines == ["flatten 1", "flatten A", "concat A", "flatten 2", "concat 2"])
  }

  @Test func `flattenMap extends and removes`() {
    #expect(
      Signal.of("1", "2").flatMap { .of($0, $0) }.transcript == ["1", "1", "2", "2", "|", "!"])
    #expect(
      Signal.from(1...4).flatMap { $0.isMultiple(of: 2) ? .just($0) : .empty() }.transcript == [
        "2", "4", "|", "!",
      ])
  }

  @Test func `then waits for the end, ignores values, and begins another signal`() {
    let trigger = PublishSubject<Int>()
    trigger.do(onNext: { [out] in out.print("saw \($0)") }).then { .of("x", "y") }.print(to: out)
    trigger.next(1)
    trigger.completed()
    #expect(out.lines == ["saw 1", "x", "y", "|", "!"])
    #expect(Signal<Int>.fail(Broken()).then { Signal.of(1) }.transcript == ["#broken", "!"])
  }

  @Test func `merge and combineLatest and switchToLatest`() {
    let (letters, numbers) = (PublishSubject<String>(), PublishSubject<String>())
    letters.merge(numbers).print(to: out, "merge ")
    combineLatest(letters, numbers, reduce: { (letter: String, number: String) in letter + number }).print(
      to: out, "combine ")
    letters.next("A")
    numbers.next("1")
    letters.next("B")
    #expect(out.take() == ["merge A", "merge 1", "combine A1", "merge B", "combine B1"])
    let signals = PublishSubject<Signal<String>>()
    signals.switchToLatest().print(to: out, "switch ")
    signals.next(letters)
    letters.next("C")
    signals.next(numbers)
    letters.next("D")
    numbers.next("2")
    #expect(out.take().filter { $0.hasPrefix("switch") } == ["switch C", "switch 2"])
  }

  @Test func `an error is an exception: it passes whatever delays values`() {
    let scheduler = TestScheduler()
    let source = scheduler.cold("ab#")
    let heard = scheduler.start { source.signal.delay(for: .ticks(5), on: scheduler) }
    expectTimeline(heard, "--#")
  }

  @Test func `takeUntil ends with the trigger's value or end, and not with its error`() {
    #expect(Signal<Int>.never().take(until: Signal.just(1)).transcript == ["|", "!"])
    #expect(Signal<Int>.never().take(until: Signal<Int>.empty()).transcript == ["|", "!"])
    #expect(Signal.of(1).take(until: Signal<Int>.fail(Broken())).transcript == ["1", "|", "!"])
  }

  @Test func `takeUntilReplacement goes over to the replacement`() {
    let (source, replacement) = (PublishSubject<Int>(), PublishSubject<Int>())
    source.take(untilReplacement: replacement).print(to: out)
    source.next(1)
    replacement.next(10)
    source.next(2)
    replacement.next(11)
    #expect(out.lines == ["1", "10", "11"])
  }

  @Test func `aggregate, scan, combinePrevious, collect, takeLast`() {
    let numbers = Signal.from(1...4)
    #expect(numbers.reduce(0, +).transcript == ["10", "|", "!"])
    #expect(numbers.scan(0) { $0 + $1 }.transcript == ["1", "3", "6", "10", "|", "!"])
    #expect(numbers.scanIndexed(0) { $0 + $1 * $2 }.transcript == ["0", "2", "8", "20", "|", "!"])
    #expect(numbers.combinePrevious(0) { $0 + $1 }.transcript == ["1", "3", "5", "7", "|", "!"])
    #expect(numbers.collect().transcript == ["[1, 2, 3, 4]", "|", "!"])
    #expect(numbers.takeLast(2).transcript == ["3", "4", "|", "!"])
  }

  @Test func `ignore, mapReplace, startWith, distinctUntilChanged, take and skip with conditions`() {
    let numbers = Signal.of(1, 1, 2, 3, 2)
    #expect(numbers.ignoreValue(2).transcript == ["1", "1", "3", "|", "!"])
    #expect(numbers.take(2).mapReplace("x").transcript == ["x", "x", "|", "!"])
    #expect(numbers.take(1).startWith(0).transcript == ["0", "1", "|", "!"])
    #expect(numbers.distinctUntilChanged().transcript == ["1", "2", "3", "2", "|", "!"])
    #expect(numbers.take(until: { $0 == 3 }).transcript == ["1", "1", "2", "|", "!"])
    #expect(numbers.skip(until: { $0 == 2 }).transcript == ["2", "3", "2", "|", "!"])
  }

  @Test func `retry of n is n more times, repeat goes on, catch takes over`() {
    let count = Attempts()
    let failing = Signal<Int>.deferred {
      count.add()
      return .fail(Broken())
    }
    #expect(failing.retry(2).transcript == ["#broken", "!"])
    #expect(count.count == 3)
    // Decided otherwise: their `retry:0` is for ever; here 0 is no further attempt, and `retry()` is for ever.
    #expect(failing.retry(0).transcript == ["#broken", "!"])
    #expect(count.count == 4)
    #expect(letters.repeat().take(5).transcript == ["A", "B", "C", "A", "B", "|", "!"])
    #expect(failing.catch { _ in .of(7) }.transcript == ["7", "|", "!"])
    #expect(failing.catchTo(.of(7)).transcript == ["7", "|", "!"])
  }

  @Test func `any and all ask about values, and an error is one`() {
    #expect(Signal.of(1, 2).any { $0 > 1 }.transcript == ["true", "|", "!"])
    #expect(Signal.of(1, 2).all { $0 > 1 }.transcript == ["false", "|", "!"])
    // Decided otherwise: theirs make `false` of an error.
    #expect(Signal<Int>.fail(Broken()).any { _ in true }.transcript == ["#broken", "!"])
  }

  @Test func `throttle waits for quiet, and lets some values pass`() {
    let scheduler = TestScheduler()
    let source = scheduler.cold("a--bX--c|")
    let heard = scheduler.start {
      // Their name is `throttle:valuesPassingTest:`.
      source.signal.debounce(for: .ticks(2), on: scheduler, where: { $0.isLowercase })
    }
    expectTimeline(heard, "--a-X---(c|)")
  }

  @Test func `bufferWithTime sends tuples, none of them empty`() {
    let scheduler = TestScheduler()
    let source = scheduler.cold("ab------c-|")
    let heard = scheduler.start { source.signal.buffer(for: .ticks(3), on: scheduler).map { $0.count } }
    expectTimeline(heard, "---A------(B|)", values: ["A": 2, "B": 1])
  }

  @Test func `timeout is about the end, finally is not about disposal`() {
    let scheduler = TestScheduler()
    let source = scheduler.cold("a-b-c-d-e")
    expectTimeline(scheduler.start { source.signal.timeout(.ticks(5), on: scheduler) }, "a-b-c#")
    Signal<Int>.never().finally { [out] in out.print("finally") }.subscribe().dispose()
    #expect(out.take() == [])
    Signal.of(1).finally { [out] in out.print("finally") }.print(to: out)
    #expect(out.take() == ["1", "finally", "|", "!"])
  }

  @Test func `groupBy, switch with cases, if then else`() {
    let source = PublishSubject<String>()
    source.groupBy { $0.count }.flatMap { group in group.map { "\(group.key)\($0)" } }.print(to: out)
    for word in ["a", "bb", "c"] { source.next(word) }
    #expect(out.take() == ["1a", "2bb", "1c"])
    let key = PublishSubject<String>()
    key.switchOn(cases: ["left": Signal.of(1), "right": Signal.of(2)]).print(to: out)
    key.next("right")
    key.next("left")
    key.next("up")
    #expect(out.take() == ["2", "1", #"#NoMatchingCase(key: "up")"#, "!"])
    let flag = PublishSubject<Bool>()
    flag.ifThenElse(then: .of("yes"), else: .of("no")).print(to: out)
    flag.next(true)
    flag.next(false)
    #expect(out.take() == ["yes", "no"])
  }

  @Test func `and, or, not, reduceEach`() {
    let pairs = Signal.of((true, false), (true, true))
    #expect(pairs.map { $0 && $1 }.transcript == ["false", "true", "|", "!"])
    #expect(Signal.just(true).and(.just(false)).or(.just(true)).not().transcript == ["false", "|", "!"])
  }

  @Test
  func `a connection shares the side effect; replay begins at once, replayLazily with the first subscriber`()
  {
    let work = Signal.of(1, 2).do(onSubscribe: { [out] in out.print("work") })
    let replayed = work.replay()
    #expect(out.take() == ["work"])
    replayed.print(to: out)
    replayed.print(to: out)
    #expect(out.take() == ["1", "2", "|", "!", "1", "2", "|", "!"])
    let lazy = work.replayLazily()
    #expect(out.take() == [])
    lazy.print(to: out)
    lazy.print(to: out)
    #expect(out.take() == ["work", "1", "2", "|", "!", "1", "2", "|", "!"])
    work.replayLast().print(to: out)
    #expect(out.take() == ["work", "2", "|", "!"])
  }

  @Test func `autoconnect connects with the first and disposes with the last, for good`() {
    let source = PublishSubject<Int>()
    let shared = source.spied(out, "source").publish().autoconnect()
    let subscriptions = [shared.print(to: out, "1 "), shared.print(to: out, "2 ")]
    source.next(7)
    for subscription in subscriptions { subscription.dispose() }
    #expect(out.take() == ["+source", "1 7", "2 7", "1 !", "-source", "2 !"])
  }

  @Test func `first, toArray and waiting block`() throws {
    #expect(try letters.blocking().first() == "A")
    #expect(try letters.blocking().toArray() == ["A", "B", "C"])
    try letters.blocking().wait()
    #expect(Array(letters.toSequence()) == ["A", "B", "C"])
  }

  @Test func `a command runs what it was given, one at a time, while it is enabled`() {
    let enabled = PublishSubject<Bool>()
    let (one, two) = (PublishSubject<Int>(), PublishSubject<Int>())
    let action = Action<Bool, Int>(enabledIf: enabled) { $0 ? one : two }
    action.values.print(to: out, "value ")
    action.execute(true)
    action.execute(false).print(to: out, "second ")
    one.next(1)
    one.completed()
    action.execute(false)
    two.next(2)
    two.error(Broken())
    enabled.next(false)
    action.execute(true).print(to: out, "disabled ")
    #expect(
      out.lines == [
        "second #disabled", "second !", "value 1", "value 2", "disabled #disabled", "disabled !",
      ])
  }

  @Test func `a channel carries values both ways, and not back to who sent`() {
    let channel = Channel<Int>()
    channel.leading.print(to: out, "leading ")
    channel.following.print(to: out, "following ")
    channel.leading.next(1)
    channel.following.next(2)
    #expect(out.lines == ["following 1", "leading 2"])
  }
}
