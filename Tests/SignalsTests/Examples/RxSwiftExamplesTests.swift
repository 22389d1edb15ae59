import Signals
import SignalsTesting
import Testing

/// What RxSwift's documentation and playground show of its operators, written anew from the descriptions. Where the
/// outcome is another one here, the test says which decision makes it so.
@Suite struct RxSwiftExamplesTests {
  private let out = Transcript()

  // MARK: Creation

  @Test func `never sends nothing, empty only completes, just sends one, of several, from a collection`() {
    #expect(Signal<Int>.never().transcript == [])
    #expect(Signal<Int>.empty().transcript == ["|", "!"])
    #expect(Signal.just("red").transcript == ["red", "|", "!"])
    #expect(
      Signal.of("dog", "cat", "mouse", "hamster").transcript == ["dog", "cat", "mouse", "hamster", "|", "!"])
    #expect(Signal.from(["dog", "cat"]).transcript == ["dog", "cat", "|", "!"])
    #expect(Signal<Int>.fail(Broken()).transcript == ["#broken", "!"])
  }

  @Test func `range, repeatElement with take, generate`() {
    #expect(Signal.range(start: 1, count: 3).transcript == ["1", "2", "3", "|", "!"])
    #expect(Signal.repeatElement("red").take(3).transcript == ["red", "red", "red", "|", "!"])
    #expect(
      Signal.generate(0, while: { $0 < 3 }, next: { $0 + 1 }).transcript == ["0", "1", "2", "|", "!"])
  }

  @Test func `deferred makes a source for each subscriber`() {
    let numbers = Signal<Int>.deferred { [out] in
      out.print("creating")
      return .of(1, 2)
    }
    numbers.print(to: out)
    numbers.print(to: out)
    #expect(out.lines == ["creating", "1", "2", "|", "!", "creating", "1", "2", "|", "!"])
  }

  @Test func `do looks at events on their way`() {
    Signal.of("apple", "pear").do(
      onNext: { [out] in out.print("intercepted \($0)") }, onCompleted: { [out] in out.print("completed") }
    ).print(to: out)
    #expect(out.lines == ["intercepted apple", "apple", "intercepted pear", "pear", "completed", "|", "!"])
  }

  // MARK: Subjects

  @Test
  func
    `a publish subject sends what comes later, a replay subject the last ones first, a behavior its newest`()
  {
    func play(_ subject: Subject<String>) -> [String] {
      let out = Transcript()
      subject.print(to: out, "1")
      subject.next("a")
      subject.next("b")
      subject.print(to: out, "2")
      subject.next("c")
      return out.lines
    }
    #expect(play(PublishSubject()) == ["1a", "1b", "1c", "2c"])
    #expect(play(ReplaySubject(capacity: 1)) == ["1a", "1b", "2b", "1c", "2c"])
    #expect(play(BehaviorSubject("z")) == ["1z", "1a", "1b", "2b", "1c", "2c"])
    #expect(play(AsyncSubject()) == [])
  }

  // MARK: Combination

  @Test func `startWith, used several times, is last in, first out`() {
    let animals = Signal.of("dog", "cat").startWith("1").startWith("2").startWith("3", "4")
    #expect(animals.transcript == ["3", "4", "2", "1", "dog", "cat", "|", "!"])
  }

  @Test func `merge takes from both, in the order of their coming`() {
    let (one, two) = (PublishSubject<String>(), PublishSubject<String>())
    Signal.of(one as Signal<String>, two).merge().print(to: out)
    one.next("A")
    one.next("B")
    two.next("1")
    one.next("C")
    two.next("2")
    #expect(out.lines == ["A", "B", "1", "C", "2"])
  }

  @Test func `zip pairs by index, combineLatest sends with each value once all have one`() {
    let (letters, numbers) = (PublishSubject<String>(), PublishSubject<Int>())
    zip(letters, numbers).map { "\($0)\($1)" }.print(to: out, "zip ")
    combineLatest(letters, numbers).map { "\($0)\($1)" }.print(to: out, "latest ")
    letters.next("A")
    letters.next("B")
    #expect(out.take() == [])
    numbers.next(1)
    #expect(out.take() == ["zip A1", "latest B1"])
    numbers.next(2)
    #expect(out.take() == ["zip B2", "latest B2"])
    letters.next("C")
    #expect(out.take() == ["latest C2"])
    numbers.next(3)
    #expect(out.take() == ["zip C3", "latest C3"])
  }

  @Test func `combineLatest of an array`() {
    let heart = Signal.just("heart"), fruits = Signal.of("apple", "pear"), animals = Signal.of("dog", "cat")
    let joined = combineLatest([heart, fruits, animals]).map { $0.joined(separator: " ") }
    #expect(joined.transcript == ["heart pear dog", "heart pear cat", "|", "!"])
  }

  @Test func `switchToLatest leaves the subject before`() {
    let (one, two) = (BehaviorSubject("football"), BehaviorSubject("apple"))
    let current = BehaviorSubject<Signal<String>>(one)
    current.switchToLatest().print(to: out)
    one.next("basketball")
    current.next(two)
    one.next("baseball")
    two.next("pear")
    #expect(out.lines == ["football", "basketball", "apple", "pear"])
  }

  @Test func `withLatestFrom sends only as the first one does`() {
    let (button, text) = (PublishSubject<Void>(), PublishSubject<String>())
    button.withLatestFrom(text) { $1 }.print(to: out)
    button.next(())
    for part in ["Par", "Pari", "Paris"] { text.next(part) }
    button.next(())
    button.next(())
    #expect(out.lines == ["Paris", "Paris"])
  }

  @Test func `amb follows who comes first`() {
    let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
    left.amb(right).print(to: out)
    right.next(1)
    left.next(2)
    right.next(3)
    #expect(out.lines == ["1", "3"])
  }

  // MARK: Transformation

  @Test func `map, and flatMap against flatMapLatest as the player changes`() {
    #expect(Signal.of(1, 2, 3).map { $0 * $0 }.transcript == ["1", "4", "9", "|", "!"])
    let (boy, girl) = (BehaviorSubject(80), BehaviorSubject(90))
    let player = BehaviorSubject<Signal<Int>>(boy)
    player.flatMap { $0 }.print(to: out, "all ")
    player.flatMapLatest { $0 }.print(to: out, "latest ")
    #expect(out.take() == ["all 80", "latest 80"])
    boy.next(85)
    player.next(girl)
    #expect(out.take() == ["all 85", "latest 85", "all 90", "latest 90"])
    boy.next(95)
    girl.next(100)
    #expect(out.take() == ["all 95", "all 100", "latest 100"])
  }

  @Test func `flatMapFirst leaves out what comes meanwhile, concatMap lets it wait`() {
    let inner = [PublishSubject<String>(), PublishSubject<String>()]
    let source = PublishSubject<Int>()
    source.flatMapFirst { inner[$0] }.print(to: out, "first ")
    source.concatMap { inner[$0] }.print(to: out, "concat ")
    source.next(0)
    source.next(1)
    inner[1].next("too early")
    inner[0].next("a")
    inner[0].completed()
    inner[1].next("b")
    #expect(out.lines == ["first a", "concat a", "concat b"])
  }

  @Test func `scan sends each intermediate result, reduce the last, collect an array`() {
    #expect(Signal.of(10, 100, 1000).scan(1) { $0 + $1 }.transcript == ["11", "111", "1111", "|", "!"])
    #expect(Signal.of(10, 100, 1000).reduce(1, +).transcript == ["1111", "|", "!"])
    #expect(Signal.range(start: 1, count: 4).collect().transcript == ["[1, 2, 3, 4]", "|", "!"])
  }

  @Test func `buffer by number and time, window by number`() {
    let scheduler = TestScheduler()
    let source = scheduler.cold("a-bc---d-|")
    let heard = scheduler.start {
      source.signal.buffer(for: .ticks(3), count: 2, on: scheduler).map { String($0) }
    }
    // Rx sends an empty array where the time has passed without a value; here a buffer begins with its first value.
    expectTimeline(heard, "--A---B--(C|)", values: ["A": "ab", "B": "c", "C": "d"])
    let windows = Signal.of(1, 2, 3).window(count: 2).concatMap { $0.collect() }
    #expect(windows.transcript == ["[1, 2]", "[3]", "|", "!"])
  }

  @Test func `groupBy makes a signal for each key`() {
    let words = Signal.of("apple", "bean", "avocado", "beet").groupBy { $0.first! }
    words.flatMap { group in group.collect().map { "\(group.key): \($0.joined(separator: " "))" } }.print(
      to: out)
    #expect(out.lines == ["a: apple avocado", "b: bean beet", "|", "!"])
  }

  @Test func `materialize makes values of events`() {
    let events = Signal.of(1).concat(.fail(Broken())).materialize().map { $0.isFinished }
    #expect(events.transcript == ["false", "true", "|", "!"], "a value, an error, and the end of both")
    #expect(
      Signal.of(1, 2).enumerated().map { "\($0.index) \($0.element)" }.transcript == ["0 1", "1 2", "|", "!"])
  }

  // MARK: Filtering

  @Test func `filter, distinctUntilChanged, element(at:), single, compactMap`() {
    let animals = Signal.of("cat", "dog", "cat", "mouse", "cat", "cat")
    #expect(animals.filter { $0 == "cat" }.count().transcript == ["4", "|", "!"])
    #expect(animals.distinctUntilChanged().count().transcript == ["5", "|", "!"])
    #expect(animals.element(at: 3).transcript == ["mouse", "|", "!"])
    #expect(animals.single().transcript == ["cat", "#moreThanOneElement", "!"])
    #expect(animals.single { $0 == "mouse" }.transcript == ["mouse", "|", "!"])
    #expect(animals.single { $0 == "fish" }.transcript == ["#noElements", "!"])
    #expect(Signal.of("1", "two", "3").compactMap { Int($0) }.transcript == ["1", "3", "|", "!"])
  }

  @Test func `take, takeLast, take(while:), skip, skip(while:), ignoreElements, ifEmpty`() {
    let numbers = Signal.of(1, 2, 3, 4, 5, 6)
    #expect(numbers.take(3).transcript == ["1", "2", "3", "|", "!"])
    #expect(numbers.takeLast(2).transcript == ["5", "6", "|", "!"])
    #expect(numbers.take(while: { $0 < 4 }).transcript == ["1", "2", "3", "|", "!"])
    #expect(numbers.take(inclusive: true, while: { $0 < 4 }).transcript == ["1", "2", "3", "4", "|", "!"])
    #expect(numbers.skip(4).transcript == ["5", "6", "|", "!"])
    #expect(numbers.skip(while: { $0 < 5 }).transcript == ["5", "6", "|", "!"])
    #expect(numbers.ignoreElements().transcript == ["|", "!"])
    #expect(Signal<Int>.empty().defaultIfEmpty(9).transcript == ["9", "|", "!"])
    #expect(Signal<Int>.empty().switchIfEmpty(.of(8, 9)).transcript == ["8", "9", "|", "!"])
  }

  @Test func `take(until:) and skip(until:) wait for another signal`() {
    let (source, other) = (PublishSubject<String>(), PublishSubject<String>())
    source.take(until: other).print(to: out, "take ")
    source.skip(until: other).print(to: out, "skip ")
    source.next("cat")
    other.next("red")
    source.next("dog")
    #expect(out.lines == ["take cat", "take |", "take !", "skip dog"])
    // Decided otherwise: a trigger that completes ends it as well, as in ReactiveObjC; in Rx it goes on.
    #expect(Signal.of(1).take(until: Signal<Int>.empty()).transcript == ["|", "!"])
  }

  @Test func `sample sends the newest value as the sampler does`() {
    func play(once: Bool) -> [String] {
      let out = Transcript()
      let (source, sampler) = (PublishSubject<Int>(), PublishSubject<Void>())
      source.sample(on: sampler, once: once).print(to: out)
      sampler.next(())
      source.next(1)
      source.next(2)
      sampler.next(())
      sampler.next(())
      source.next(3)
      sampler.completed()
      return out.lines
    }
    #expect(play(once: true) == ["2", "3", "|", "!"], "the sampler's end samples as well")
    // Decided: without `once` a value is sent again. In both forms the end of either side is the end.
    #expect(play(once: false) == ["2", "2", "|", "!"])
  }

  // MARK: Errors

  @Test func `an error is caught with a value, or with another signal`() {
    let failing = PublishSubject<String>()
    failing.catchAndReturn("sad").print(to: out)
    failing.next("glad")
    failing.error(Broken())
    #expect(out.take() == ["glad", "sad", "|", "!"])
    let (first, recovery) = (PublishSubject<String>(), PublishSubject<String>())
    first.catch { [out] error in
      out.print("error: \(error)")
      return recovery
    }.print(to: out)
    first.next("glad")
    first.error(Broken())
    recovery.next("happy")
    #expect(out.lines == ["glad", "error: broken", "happy"])
  }

  @Test func `retry subscribes again, and counts as it says`() {
    func attempts(_ retried: (Signal<String>) -> Signal<String>) -> [String] {
      let count = Attempts()
      let source = Signal<String>.create { subscriber in
        subscriber.next("apple")
        if count.add() <= 2 { subscriber.error(Broken()) } else { subscriber.next("dog") }
        subscriber.completed()
        return nil
      }
      return retried(source).transcript
    }
    #expect(attempts { $0.retry() } == ["apple", "apple", "apple", "dog", "|", "!"])
    // Their `retry(3)` is three attempts.
    #expect(attempts { $0.retry(maxAttempts: 3) } == ["apple", "apple", "apple", "dog", "|", "!"])
    #expect(attempts { $0.retry(maxAttempts: 2) } == ["apple", "apple", "#broken", "!"])
    // Decided: a number alone counts further attempts.
    #expect(attempts { $0.retry(2) } == ["apple", "apple", "apple", "dog", "|", "!"])
    #expect(attempts { $0.retry(1) } == ["apple", "apple", "#broken", "!"])
  }

  @Test func `retry(when:) waits for what it is told to`() {
    let scheduler = TestScheduler()
    let source = scheduler.cold("a#")
    let heard = scheduler.start(until: .ticks(20)) {
      source.signal.retry(when: { errors in
        errors.enumerated().flatMap { attempt, error -> Signal<Int> in
          attempt < 2 ? .timer(after: .ticks(3), on: scheduler) : .fail(error)
        }
      })
    }
    expectTimeline(heard, "a---a---a#")
  }

  // MARK: Time

  @Test func `throttle, debounce, delay, timeout, interval, timer`() {
    func played(_ source: Timeline, _ operators: (Signal<Character>, TestScheduler) -> Signal<Character>)
      -> TestSubscriber<Character>
    {
      let scheduler = TestScheduler()
      let source = scheduler.cold(source)
      return scheduler.start(until: .ticks(30)) { operators(source.signal, scheduler) }
    }
    expectTimeline(played("abc-----d-|") { $0.throttle(for: .ticks(4), on: $1) }, "a---c---d-|")
    expectTimeline(
      played("abc-----d-|") { $0.throttle(for: .ticks(4), latest: false, on: $1) }, "a-------d-|")
    expectTimeline(played("abc-----d-|") { $0.debounce(for: .ticks(3), on: $1) }, "-----c----(d|)")
    expectTimeline(played("a-b-|") { $0.delay(for: .ticks(2), on: $1) }, "--a-b-|")
    expectTimeline(played("a-b-|") { $0.delaySubscription(for: .ticks(2), on: $1) }, "--a-b-|")
    // Their `timeout` is for each value.
    expectTimeline(played("a-b------c|") { $0.timeout(eachValue: .ticks(4), on: $1) }, "a-b---#")
    expectTimeline(
      played("a-b------c|") { $0.timeout(eachValue: .ticks(4), other: .just("z"), on: $1) }, "a-b---(z|)")
    expectTimeline(
      played("|") { _, scheduler in
        Signal<Int>.interval(.ticks(3), on: scheduler).take(2).map { $0 == 0 ? "a" : "b" }
      },
      "---a--(b|)")
    expectTimeline(
      played("|") { _, scheduler in Signal<Int>.timer(after: .ticks(5), on: scheduler).map { _ in "a" } },
      "-----(a|)")
  }

  // MARK: Connections

  @Test func `publish waits for connect, replay remembers, multicast goes by way of a subject`() {
    let source = PublishSubject<Int>()
    let published = source.publish()
    published.signal.print(to: out, "1: ")
    source.next(0)
    _ = published.connect()
    source.next(1)
    published.signal.print(to: out, "2: ")
    source.next(2)
    #expect(out.take() == ["1: 1", "1: 2", "2: 2"])
    let replayed = source.multicast(ReplaySubject(capacity: 2))
    _ = replayed.connect()
    for value in 3...5 { source.next(value) }
    _ = out.take()
    replayed.signal.print(to: out, "late: ")
    #expect(out.take() == ["late: 4", "late: 5"])
  }

  @Test func `share with replay opens its source once and gives the newest to who comes later`() {
    let source = PublishSubject<Int>()
    let shared = source.spied(out, "source").share(replay: 1)
    let first = shared.print(to: out, "1: ")
    source.next(7)
    let second = shared.print(to: out, "2: ")
    first.dispose()
    second.dispose()
    #expect(out.lines == ["+source", "1: 7", "2: 7", "1: !", "-source", "2: !"])
  }

  @Test func `using lets its resource go after the end`() {
    let signal = Signal<Int>.using(
      { [out] in Disposable { out.print("closed") } }, signal: { _ in .of(1, 2) })
    signal.print(to: out)
    #expect(Set(out.lines) == ["1", "2", "closed", "|", "!"])
    #expect(out.lines.firstIndex(of: "closed")! > out.lines.firstIndex(of: "2")!)
  }
}
