import Signals
import Testing

@Suite struct ConcatTests {
  @Test func `signals are subscribed to one after the other`() {
    let out = Transcript()
    let first = PublishSubject<Int>()
    let second = PublishSubject<Int>()
    first.spied(out, "first").concat(second.spied(out, "second")).print(to: out)
    first.next(1)
    second.next(0)
    first.completed()
    second.next(2)
    second.completed()
    #expect(out.lines == ["+first", "1", "-first", "+second", "2", "-second", "|", "!"])
  }

  @Test func `an error ends it, and what follows is not subscribed to`() {
    let out = Transcript()
    Signal<Int>.fail(Broken()).concat(Signal.just(1).spied(out, "second")).print(to: out)
    #expect(out.lines == ["#broken", "!"])
  }

  @Test func `no signals complete at once`() {
    #expect(Signal<Int>.concat([]).transcript == ["|", "!"])
  }

  @Test func `disposal ends the signal whose turn it is, and none follows`() {
    let out = Transcript()
    Signal.concat([Signal.from([1, 2, 3]), Signal.just(4).spied(out, "late")]).take(2).print(to: out)
    #expect(out.lines == ["1", "2", "|", "!"])
  }

  @Test func `a hundred thousand synchronous signals need no stack`() {
    let signals = (0..<100_000).map { Signal.just($0) }
    let out = Transcript()
    Signal.concat(signals).scan(0) { sum, _ in sum + 1 }.takeLast(1).print(to: out)
    #expect(out.lines == ["100000", "|", "!"])
  }

  @Test func `a chain through arguments is given up without recursion`() {
    let lives = Lives()
    onStack(of: 1 << 19) {
      let life = lives.make()
      var merged = Signal.just(0).do(onNext: { _ in _ = life })
      var joined = merged
      for _ in 0..<200_000 {
        merged = Signal.just(1).merge(merged)
        joined = Signal.just(1).concat(joined)
      }
      _ = merged.concat(joined).take(1).subscribe()
    }
    #expect(lives.count == 0)
  }

  @Test func `then ignores the values before it`() {
    let out = Transcript()
    Signal.from(1...3).then { Signal.just("a") }.print(to: out)
    Signal.from(1...3).concat(.fail(Broken())).then {
      out.print("not called")
      return Signal.just("b")
    }.print(to: out)
    Signal<Int>.empty().then { () -> Signal<String> in throw Broken() }.print(to: out)
    #expect(out.lines == ["a", "|", "!", "#broken", "!", "#broken", "!"])
  }

  @Test func `startWith and endWith put values around a signal`() {
    #expect(
      Signal.from([2, 3]).startWith(0, 1).endWith(4, 5).transcript == [
        "0", "1", "2", "3", "4", "5", "|", "!",
      ])
    #expect(Signal.just(2).startWith(0, 1).take(1).transcript == ["0", "|", "!"])
    #expect(Signal.just(2).endWith(4, 5).take(2).transcript == ["2", "4", "|", "!"])
    #expect(Signal<Int>.fail(Broken()).endWith(1).transcript == ["#broken", "!"])
  }
}
