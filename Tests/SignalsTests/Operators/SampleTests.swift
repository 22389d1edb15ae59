import Signals
import Testing

@Suite struct SampleTests {
  let out = Transcript()
  let source = PublishSubject<Int>()
  let sampler = PublishSubject<String>()

  @Test func `withLatestFrom pairs each value with the newest of the other`() {
    source.withLatestFrom(sampler) { "\($0)\($1)" }.print(to: out)
    source.next(1)
    sampler.next("a")
    source.next(2)
    sampler.next("b")
    sampler.completed()
    source.next(3)
    source.completed()
    #expect(out.lines == ["2a", "3b", "|", "!"])
  }

  @Test func `withLatestFrom fails with either`() {
    source.withLatestFrom(sampler).print(to: out)
    sampler.error(Broken())
    #expect(out.lines == ["#broken", "!"])
    #expect(Signal<Int>.fail(Broken()).withLatestFrom(Signal.just(1)).transcript == ["#broken", "!"])
    #expect(
      Signal.of(1).withLatestFrom(Signal.just(2)) { _, _ in throw Broken() }.transcript == ["#broken", "!"])
  }

  @Test func `sampling sends the newest value, again and again`() {
    source.sample(on: sampler).print(to: out)
    sampler.next("x")
    source.next(1)
    source.next(2)
    sampler.next("x")
    sampler.next("x")
    sampler.completed()
    #expect(out.lines == ["2", "2", "|", "!"])
  }

  @Test func `sampling ends with either side`() {
    source.sample(on: sampler.spied(out, "sampler")).print(to: out)
    source.completed()
    #expect(out.lines == ["+sampler", "-sampler", "|", "!"])
  }

  @Test(arguments: [false, true]) func `a signal that is its own sampler sends each value`(once: Bool) {
    source.sample(on: source, once: once).print(to: out)
    source.next(1)
    source.next(2)
    #expect(out.lines == ["1", "2"])
  }

  @Test func `a sampler that sends at once finds what the source has sent at once`() {
    let (newest, ticks) = (BehaviorSubject(1), BehaviorSubject("x"))
    newest.sample(on: ticks).print(to: out)
    #expect(out.take() == ["1"])
    newest.next(2)
    ticks.next("y")
    #expect(out.lines == ["2"])
  }

  @Test func `the source is subscribed to first, and its end leaves the sampler alone`() {
    source.spied(out, "source").sample(on: sampler.spied(out, "sampler")).print(to: out)
    #expect(out.take() == ["+source", "+sampler"])
    source.completed()
    #expect(out.take() == ["-source", "-sampler", "|", "!"])
    Signal.of(1).sample(on: sampler.spied(out, "sampler")).print(to: out)
    #expect(out.lines == ["|", "!"])
  }

  @Test func `sampling once sends each value once and ends with the source`() {
    source.sample(on: sampler, once: true).print(to: out)
    source.next(1)
    sampler.next("x")
    sampler.next("x")
    source.next(2)
    source.completed()
    sampler.next("x")
    #expect(out.lines == ["1", "|", "!"])
  }

  @Test func `sampling with a default sends it where nothing is new`() {
    source.sample(on: sampler, default: 0).print(to: out)
    sampler.next("x")
    source.next(1)
    source.next(2)
    sampler.next("x")
    sampler.next("x")
    sampler.completed()
    #expect(out.lines == ["0", "2", "0", "0", "|", "!"])
  }

  @Test func `a throttle holds back the newest while its condition is true`() {
    let condition = PublishSubject<Bool>()
    source.throttle(while: condition).print(to: out)
    source.next(1)
    condition.next(true)
    source.next(2)
    source.next(3)
    #expect(out.take() == ["1"])
    condition.next(false)
    condition.next(false)
    source.next(4)
    #expect(out.take() == ["3", "4"])
    condition.next(true)
    condition.completed()
    source.next(5)
    source.completed()
    #expect(out.lines == ["|", "!"])
  }

  @Test func `a throttle fails with its condition`() {
    #expect(source.throttle(while: .fail(Broken())).transcript == ["#broken", "!"])
  }

  @Test func `sampling once, the sampler's completion is a tick`() {
    source.sample(on: sampler, once: true).print(to: out)
    source.next(1)
    sampler.completed()
    #expect(out.lines == ["1", "|", "!"])
  }
}

@Suite struct TakeUntilReplacementTests {
  let out = Transcript()
  let source = PublishSubject<Int>()
  let replacement = PublishSubject<Int>()

  private func subscribe() {
    source.spied(out, "s").take(untilReplacement: replacement.spied(out, "r")).print(to: out)
    _ = out.take()
  }

  @Test func `a value of the replacement takes over`() {
    subscribe()
    source.next(1)
    replacement.next(2)
    source.next(3)
    replacement.completed()
    #expect(out.lines == ["1", "-s", "2", "-r", "|", "!"])
  }

  @Test func `completion of the source is not sent on, its error is`() {
    subscribe()
    source.completed()
    replacement.next(1)
    #expect(out.take() == ["-s", "1"])
    let failing = Signal<Int>.fail(Broken()).take(untilReplacement: .never())
    #expect(failing.transcript == ["#broken", "!"])
  }

  @Test(arguments: [true, false]) func `the end of the replacement ends it`(fails: Bool) {
    subscribe()
    if fails { replacement.error(Broken()) } else { replacement.completed() }
    #expect(out.lines == ["-r", "-s", fails ? "#broken" : "|", "!"])
  }

  @Test func `a replacement that sends at once leaves the source unsubscribed`() {
    source.spied(out, "source").take(untilReplacement: .of(1)).print(to: out)
    #expect(out.lines == ["1", "|", "!"])
  }
}

@Suite struct SwitchOnTests {
  @Test func `the newest key chooses the signal`() {
    let out = Transcript()
    let keys = PublishSubject<String>()
    keys.switchOn(cases: ["a": .of(1), "b": .of(2)], default: .of(0)).print(to: out)
    for key in ["b", "a", "z"] { keys.next(key) }
    keys.completed()
    #expect(out.lines == ["2", "1", "0", "|", "!"])
  }

  @Test func `a key without a signal is an error`() {
    #expect(
      Signal.of("z").switchOn(cases: ["a": Signal.of(1)]).transcript
        == ["#NoMatchingCase(key: \"z\")", "!"])
  }

  @Test func `a boolean chooses between two`() {
    #expect(Signal.of(true, false).ifThenElse(then: .of(1), else: .of(2)).transcript == ["1", "2", "|", "!"])
  }
}
