import Signals
import Testing

@Suite struct FlatMapTests {
  let out = Transcript()
  let outer = PublishSubject<Int>()
  let inners = (0..<3).map { _ in PublishSubject<String>() }

  private var spied: @Sendable (Int) -> Signal<String> {
    { [out, inners] in inners[$0].spied(out, "\($0)") }
  }

  @Test func `flatMap runs all inner signals at once and completes after the last`() {
    outer.flatMap(spied).print(to: out)
    outer.next(0)
    outer.next(1)
    outer.completed()
    inners[1].next("b")
    inners[0].next("a")
    inners[0].completed()
    inners[1].completed()
    #expect(out.lines == ["+0", "+1", "b", "a", "-0", "-1", "|", "!"])
  }

  @Test func `flatMap of a hundred thousand synchronous signals needs no stack`() {
    #expect(Signal.from(0..<100_000).flatMap { .just($0) }.count().transcript == ["100000", "|", "!"])
  }

  @Test func `concatMap makes the next inner signal when the one before has completed`() {
    outer.concatMap { [out, spied] number in
      out.print("make \(number)")
      return spied(number)
    }.print(to: out)
    outer.next(0)
    outer.next(1)
    outer.completed()
    inners[1].next("lost")
    inners[0].completed()
    inners[1].next("b")
    inners[1].completed()
    #expect(out.lines == ["make 0", "+0", "-0", "make 1", "+1", "b", "-1", "|", "!"])
  }

  @Test func `at most so many inner signals live at a time`() {
    outer.flatMap(maxConcurrent: 2, spied).print(to: out)
    for number in 0..<3 { outer.next(number) }
    inners[0].completed()
    #expect(out.take() == ["+0", "+1", "-0", "+2"])
    inners[1].error(Broken())
    #expect(Set(out.lines) == ["-1", "-2", "#broken", "!"])
  }

  @Test func `a queue of a hundred thousand synchronous signals needs no stack`() {
    #expect(Signal.from(0..<100_000).concatMap { .just($0) }.count().transcript == ["100000", "|", "!"])
    #expect(
      Signal.from(0..<100_000).map { Signal.just($0) }.concat().count().transcript == ["100000", "|", "!"])
    let gate = PublishSubject<Int>()
    Signal.from(0..<100_000).map { $0 == 0 ? gate : Signal.just($0) }.concat().count().print(to: out)
    gate.completed()
    #expect(out.lines == ["99999", "|", "!"])
  }

  @Test func `signals of signals are merged or put one after the other`() {
    let signals = Signal.of(Signal.of(1, 2), .of(3))
    #expect(signals.merge().transcript == ["1", "2", "3", "|", "!"])
    #expect(signals.merge(maxConcurrent: 0).transcript == ["1", "2", "3", "|", "!"])
    #expect(signals.concat().transcript == ["1", "2", "3", "|", "!"])
    #expect(Signal<Signal<Int>>.empty().concat().transcript == ["|", "!"])
    #expect(Signal<Signal<Int>>.fail(Broken()).concat().transcript == ["#broken", "!"])
  }

  @Test func `a throw is an error`() {
    #expect(Signal.of(1).flatMap { _ -> Signal<Int> in throw Broken() }.transcript == ["#broken", "!"])
    #expect(Signal.of(1).concatMap { _ -> Signal<Int> in throw Broken() }.transcript == ["#broken", "!"])
    #expect(Signal.of(1).flatMapFirst { _ -> Signal<Int> in throw Broken() }.transcript == ["#broken", "!"])
    #expect(Signal.of(1).flatMapRace { _ -> Signal<Int> in throw Broken() }.transcript == ["#broken", "!"])
  }

  @Test func `flatMapFirst ignores values while an inner signal lives`() {
    outer.flatMapFirst(spied).print(to: out)
    outer.next(0)
    outer.next(1)
    inners[0].next("a")
    inners[0].completed()
    outer.next(2)
    outer.completed()
    inners[2].completed()
    #expect(out.lines == ["+0", "a", "-0", "+2", "-2", "|", "!"])
  }

  @Test func `flatMapRace hears the first inner signal that sends`() {
    outer.spied(out, "outer").flatMapRace(spied).print(to: out)
    outer.next(0)
    outer.next(1)
    inners[1].next("b")
    inners[0].next("lost")
    outer.next(2)
    inners[1].completed()
    #expect(out.lines == ["+outer", "+0", "+1", "-outer", "-0", "b", "-1", "|", "!"])
  }

  @Test func `flatMapRace without runners ends with the source`() {
    #expect(Signal<Int>.empty().flatMapRace { .just($0) }.transcript == ["|", "!"])
    #expect(Signal<Int>.fail(Broken()).flatMapRace { .just($0) }.transcript == ["#broken", "!"])
  }

  @Test func `everything is let go of after the end of each`() {
    let lives = Lives()
    func leaf() -> @Sendable (Int) -> Signal<Int> {
      let life = lives.make()
      return { number in
        _ = life
        return number % 2 == 0 ? Signal.just(number) : Signal.never()
      }
    }
    let numbers = PublishSubject<Int>()
    let subscriptions = [
      numbers.flatMap(leaf()), numbers.flatMapLatest(leaf()), numbers.concatMap(leaf()),
      numbers.flatMapFirst(leaf()), numbers.flatMapRace(leaf()), numbers.flatMap(maxConcurrent: 2, leaf()),
    ].map { $0.subscribe() }
    for number in 0..<5 { numbers.next(number) }
    #expect(lives.count == 5, "the race is over")
    for subscription in subscriptions { subscription.dispose() }
    #expect(lives.count == 0)
  }
}

@Suite struct AmbTests {
  let out = Transcript()
  let left = PublishSubject<Int>()
  let right = PublishSubject<Int>()

  @Test func `the first to send is the only one that is heard`() {
    left.spied(out, "left").amb(right.spied(out, "right")).print(to: out)
    right.next(1)
    left.next(2)
    right.next(3)
    right.completed()
    #expect(out.lines == ["+left", "+right", "-left", "1", "3", "-right", "|", "!"])
  }

  @Test func `an end wins as well as a value`() {
    left.amb(right.spied(out, "right")).print(to: out)
    left.error(Broken())
    #expect(out.lines == ["+right", "-right", "#broken", "!"])
  }

  @Test func `a synchronous winner leaves what follows unsubscribed`() {
    Signal.amb([Signal.of(1), right.spied(out, "right")]).print(to: out)
    #expect(out.lines == ["1", "|", "!"])
  }

  @Test func `one of two threads wins, and all of it is heard`() async {
    for _ in 0..<200 {
      let subjects = (0..<2).map { _ in PublishSubject<Int>() }
      let heard = Heard()
      _ = Signal.amb(subjects).subscribe(next: { heard.add($0) })
      await withTaskGroup { group in
        for (number, subject) in subjects.enumerated() {
          group.addTask { for _ in 0..<50 { subject.next(number) } }
        }
      }
      #expect(heard.values.count == 50 && Set(heard.values).count == 1)
    }
  }
}
