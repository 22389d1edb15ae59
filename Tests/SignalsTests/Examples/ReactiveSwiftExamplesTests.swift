import Signals
import SignalsTesting
import Testing

/// What ReactiveSwift's guides (basic operators, framework overview) and its playground show, written anew from the
/// descriptions. Where the outcome is another one here, the test says which decision makes it so.
@Suite struct ReactiveSwiftExamplesTests {
  private let out = Transcript()

  @Test func `start begins the work for each, startWithSignal and multicast for all`() {
    let producer = Signal<Int>.create { [out] subscriber in
      out.print("work")
      subscriber.next(1)
      subscriber.completed()
      return nil
    }
    producer.print(to: out)
    producer.print(to: out)
    #expect(out.take().count { $0 == "work" } == 2)
    let connection = producer.publish()
    connection.signal.print(to: out)
    connection.signal.print(to: out)
    _ = connection.connect()
    #expect(out.take().count { $0 == "work" } == 1)
  }

  @Test func `on says what happens, disposal included`() {
    let source = PublishSubject<Int>()
    let watched = source.do(
      onNext: { [out] in out.print("value \($0)") }, onSubscribe: { [out] in out.print("starting") },
      onSubscribed: { [out] in out.print("started") }, onDispose: { [out] in out.print("disposed") })
    let subscription = watched.subscribe()
    source.next(1)
    subscription.dispose()
    #expect(out.lines == ["starting", "started", "value 1", "disposed"])
  }

  @Test func `interruption tells nobody downstream but who asks for disposal`() {
    let subscription = PublishSubject<Int>().print(to: out)
    subscription.dispose()
    // Decided: there is no `interrupted`.
    #expect(out.lines == ["!"])
  }

  @Test func `map, filter, reduce, collect with a number or a condition`() {
    let numbers = Signal.from(1...5)
    #expect(Signal.of("a", "b").map { $0.uppercased() }.transcript == ["A", "B", "|", "!"])
    #expect(numbers.filter { $0 % 2 == 0 }.transcript == ["2", "4", "|", "!"])
    #expect(numbers.reduce(1, *).transcript == ["120", "|", "!"])
    #expect(numbers.collect().transcript == ["[1, 2, 3, 4, 5]", "|", "!"])
    #expect(numbers.collect(count: 2).transcript == ["[1, 2]", "[3, 4]", "[5]", "|", "!"])
    #expect(
      Signal.of(1, 3, 4, 7, 1, 5).collect(where: { $0.reduce(0, +) == 8 }).transcript == [
        "[1, 3, 4]", "[7, 1]", "[5]", "|", "!",
      ])
  }

  @Test func `combineLatest waits for all, zip for pairs, and ends as soon as none can come`() {
    let (numbers, letters) = (PublishSubject<Int>(), PublishSubject<String>())
    combineLatest(numbers, letters).map { "\($0)\($1)" }.print(to: out, "latest ")
    zip(numbers, letters).map { "\($0)\($1)" }.print(to: out, "zip ")
    for number in 0...1 { numbers.next(number) }
    letters.next("A")
    #expect(out.take() == ["latest 1A", "zip 0A"])
    numbers.next(2)
    numbers.completed()
    letters.next("B")
    letters.next("C")
    #expect(out.take() == ["latest 2A", "latest 2B", "zip 1B", "latest 2C", "zip 2C", "zip |", "zip !"])
    letters.completed()
    #expect(out.take() == ["latest |", "latest !"])
  }

  @Test func `flatten merges, concatenates, takes the latest, races or leaves out`() {
    func play(_ flatten: (Signal<Signal<String>>) -> Signal<String>) -> [String] {
      let out = Transcript()
      let outer = PublishSubject<Signal<String>>()
      let inner = [PublishSubject<String>(), PublishSubject<String>()]
      flatten(outer).print(to: out)
      outer.next(inner[0])
      outer.next(inner[1])
      inner[1].next("1")
      inner[0].next("A")
      inner[1].next("2")
      inner[0].completed()
      inner[1].next("3")
      return out.lines
    }
    #expect(play { $0.merge() } == ["1", "A", "2", "3"])
    #expect(play { $0.concat() } == ["A", "3"])
    #expect(play { $0.switchToLatest() } == ["1", "2", "3"])
    #expect(play { $0.flatMapRace { $0 } } == ["1", "2", "3"])
    #expect(play { $0.flatMapFirst { $0 } } == ["A"])
    #expect(play { $0.merge(maxConcurrent: 1) } == ["A", "3"])
  }

  @Test func `flatMapError goes on with another producer, retry tries again, mapError names it anew`() {
    let failing = Signal.of(1).concat(.fail(Broken()))
    #expect(failing.catch { _ in .of(2, 3) }.transcript == ["1", "2", "3", "|", "!"])
    let count = Attempts()
    let third = Signal<String>.deferred { count.add() < 3 ? .fail(Broken()) : .of("success") }
    #expect(third.retry(2).transcript == ["success", "|", "!"])
    struct Other: Error {}
    #expect(failing.mapError { _ in Other() }.transcript == ["1", "#Other()", "!"])
  }

  @Test func `skipRepeats, skip(while:), skip(first:), uniqueValues`() {
    #expect(
      Signal.of(1, 1, 2, 2, 1).distinctUntilChanged().transcript == ["1", "2", "1", "|", "!"])
    #expect(Signal.of(3, 3, 1, 2, 3).skip(while: { $0 > 2 }).transcript == ["1", "2", "3", "|", "!"])
    #expect(Signal.from(1...4).skip(2).transcript == ["3", "4", "|", "!"])
    #expect(Signal.of(1, 2, 1, 3, 2).unique().transcript == ["1", "2", "3", "|", "!"])
  }

  @Test func `take(first:), take(last:), take(while:), take(until:), take(untilReplacement:)`() {
    let numbers = Signal.from(1...4)
    #expect(numbers.take(2).transcript == ["1", "2", "|", "!"])
    #expect(numbers.takeLast(3).transcript == ["2", "3", "4", "|", "!"])
    #expect(numbers.take(while: { $0 < 3 }).transcript == ["1", "2", "|", "!"])
    let (source, trigger) = (PublishSubject<Int>(), PublishSubject<Void>())
    source.take(until: trigger).print(to: out)
    source.next(1)
    trigger.next(())
    source.next(2)
    #expect(out.lines == ["1", "|", "!"])
  }

  @Test func `combinePrevious, scan, scanMap, materialize and back`() {
    #expect(
      Signal.from(1...3).combinePrevious(42) { "\($0), \($1)" }.transcript == [
        "42, 1", "1, 2", "2, 3", "|", "!",
      ])
    #expect(Signal.from(1...4).scan(0, +).transcript == ["1", "3", "6", "10", "|", "!"])
    let running = Signal.from(1...3).scanMap(0) { total, value in
      total += value
      return total.isMultiple(of: 2)
    }
    #expect(running.transcript == ["false", "false", "true", "|", "!"])
    #expect(Signal.from(1...2).materialize().dematerialize().transcript == ["1", "2", "|", "!"])
  }

  @Test func `sample(with:) pairs, sample(on:) repeats`() {
    let (source, sampler) = (PublishSubject<Int>(), PublishSubject<String>())
    source.sample(on: sampler).print(to: out, "on ")
    sampler.withLatestFrom(source) { "\($1)\($0)" }.print(to: out, "with ")
    sampler.next("a")
    source.next(1)
    sampler.next("b")
    sampler.next("c")
    #expect(out.lines == ["on 1", "with 1b", "on 1", "with 1c"])
  }

  @Test func `then, concat and prefix put signals one behind the other`() {
    let first = Signal.of(1, 2), second = Signal.of(3)
    #expect(first.then { second }.transcript == ["3", "|", "!"])
    #expect(first.concat(second).transcript == ["1", "2", "3", "|", "!"])
    #expect(first.startWith(0).endWith(9).transcript == ["0", "1", "2", "9", "|", "!"])
    #expect(first.repeat(2).transcript == ["1", "2", "1", "2", "|", "!"])
  }

  @Test func `debounce, throttle, throttle(while:), delay, lazyMap`() {
    let scheduler = TestScheduler()
    let source = scheduler.cold("a-b-|")
    expectTimeline(scheduler.start { source.signal.delay(for: .ticks(2), on: scheduler) }, "--a-b-|")
    let gate = BehaviorSubject(true)
    let values = PublishSubject<Int>()
    values.throttle(while: gate).print(to: out)
    values.next(1)
    values.next(2)
    gate.next(false)
    values.next(3)
    #expect(out.take() == ["2", "3"])
    let clock = VirtualTimeScheduler()
    let calls = Attempts()
    values.lazyMap(on: clock) { value in
      calls.add()
      return value
    }.print(to: out)
    for value in 4...6 { values.next(value) }
    clock.advance(by: .zero)
    #expect(calls.count == 1 && out.take().suffix(1) == ["6"])
    // Decided: `debounce` sends what is pending as its source completes; theirs drops it unless told otherwise.
    #expect(
      Signal.of(1).debounce(for: .seconds(1), on: VirtualTimeScheduler()).transcript == ["1", "|", "!"])
  }

  @Test func `a property has a value, sends it first, and sends what it is set to`() {
    let property = MutableProperty(1)
    property.signal.print(to: out, "1: ")
    property.set(2)
    let doubled = Property(0, then: property.signal.map { $0 * 2 })
    #expect(doubled.value == 4)
    property.set(3)
    #expect(doubled.value == 6)
    property.signal.print(to: out, "2: ")
    #expect(out.lines == ["1: 1", "1: 2", "1: 3", "2: 3"])
    let source = PublishSubject<Int>()
    _ = source.bind(to: property)
    source.next(7)
    #expect(property.value == 7)
  }

  @Test func `take(during:) ends with the object`() {
    final class Screen {
      let (lifetime, token) = Lifetime.make()
    }
    let source = PublishSubject<Int>()
    var screen: Screen? = Screen()
    source.take(during: screen!.lifetime).print(to: out)
    source.next(1)
    screen = nil
    source.next(2)
    #expect(out.lines == ["1", "|", "!"])
  }

  @Test func `first, last, single and wait block`() throws {
    #expect(try Signal.of(1, 2).blocking().first() == 1)
    #expect(try Signal.of(1, 2).blocking().last() == 2)
    #expect(try Signal.of(1).blocking().single() == 1)
    #expect(throws: SelectionError.self) { try Signal.of(1, 2).blocking().single() }
  }
}
