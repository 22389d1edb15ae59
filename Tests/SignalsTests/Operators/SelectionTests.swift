import Signals
import Testing

@Suite struct SelectionTests {
  let failing = Signal<Int>.fail(Broken())

  @Test func `isEmpty says so at the first value, or at the end`() {
    #expect(Signal.of(1, 2).isEmpty().transcript == ["false", "|", "!"])
    #expect(Signal<Int>.empty().isEmpty().transcript == ["true", "|", "!"])
    #expect(failing.isEmpty().transcript == ["#broken", "!"])
    let out = Transcript()
    Signal.just(1).concat(.never()).spied(out, "source").isEmpty().print(to: out)
    #expect(out.lines.contains("-source"))
  }

  @Test func `throwIfEmpty fails where there was no value`() {
    #expect(Signal.of(1, 2).throwIfEmpty().transcript == ["1", "2", "|", "!"])
    #expect(Signal<Int>.empty().throwIfEmpty().transcript == ["#noElements", "!"])
    #expect(Signal<Int>.empty().throwIfEmpty(Broken()).transcript == ["#broken", "!"])
    #expect(failing.throwIfEmpty(SelectionError.noElements).transcript == ["#broken", "!"])
  }

  @Test func `throwIfEmpty makes its error only when it needs it`() {
    let made = Attempts()
    @Sendable func error() -> any Error {
      made.add()
      return Broken()
    }
    #expect(Signal.just(1).throwIfEmpty(error()).transcript == ["1", "|", "!"])
    #expect(made.count == 0)
    #expect(Signal<Int>.empty().throwIfEmpty(error()).transcript == ["#broken", "!"])
    #expect(made.count == 1)
  }

  @Test func `findIndex sends the number of the first value that is wanted`() {
    let numbers = Signal.of(4, 5, 7)
    #expect(numbers.findIndex { $0 > 4 }.transcript == ["Optional(1)", "|", "!"])
    #expect(numbers.findIndex { $0 > 9 }.transcript == ["nil", "|", "!"])
    #expect(failing.findIndex { _ in true }.transcript == ["#broken", "!"])
    #expect(numbers.findIndex { _ in throw Broken() }.transcript == ["#broken", "!"])
    let asked = Attempts()
    let found = numbers.findIndex { _ in
      asked.add()
      return true
    }
    #expect(found.transcript == ["Optional(0)", "|", "!"])
    #expect(asked.count == 1)
  }

  @Test(arguments: [(2, 2), (4, 0), (9, 0), (0, 4), (-1, 4)])
  func `skipLast keeps back the last values`(count: Int, sent: Int) {
    let expected = (0..<sent).map { "\($0 + 1)" }
    #expect(Signal.from(1...4).skipLast(count).transcript == expected + ["|", "!"])
    #expect(Signal.from(1...4).concat(failing).skipLast(count).transcript == expected + ["#broken", "!"])
  }

  @Test(arguments: [
    (3, ["[1, 2, 3]", "[2, 3, 4]"]), (4, ["[1, 2, 3, 4]"]), (5, []), (1, ["[1]", "[2]", "[3]", "[4]"]),
    (0, ["[1]", "[2]", "[3]", "[4]"]),
  ])
  func `nwise sends the last values at each`(size: Int, expected: [String]) {
    #expect(Signal.from(1...4).nwise(size).transcript == expected + ["|", "!"])
  }

  @Test func `pairwise sends each value with the one before`() {
    #expect(Signal.from(1...3).pairwise().transcript == ["(1, 2)", "(2, 3)", "|", "!"])
    #expect(Signal.just(1).pairwise().transcript == ["|", "!"])
    #expect(Signal.of(1, 2).concat(failing).pairwise().transcript == ["(1, 2)", "#broken", "!"])
  }
}

@Suite struct WithLatestFromSeveralTests {
  let out = Transcript()
  let source = PublishSubject<Int>()
  let a = PublishSubject<String>()
  let b = PublishSubject<Bool>()
  let c = PublishSubject<Int>()

  @Test func `each value comes with the newest of the others, once each has one`() {
    source.withLatestFrom(a, and: b) { "\($0)\($1)\($2)" }.print(to: out)
    source.next(1)
    a.next("x")
    source.next(2)
    b.next(true)
    a.completed()
    source.next(3)
    b.next(false)
    source.next(4)
    source.completed()
    #expect(out.lines == ["3xtrue", "4xfalse", "|", "!"])
  }

  @Test func `without a closure the others are sent`() {
    source.withLatestFrom(a, b, and: c).print(to: out)
    a.next("x")
    b.next(true)
    c.next(7)
    source.next(1)
    #expect(out.lines == ["(\"x\", true, 7)"])
    #expect(
      Signal.just(0).withLatestFrom(Signal.just(1), and: Signal.just(2)).transcript == ["(1, 2)", "|", "!"])
  }

  @Test func `three others and a closure`() {
    let sum = Signal.of(1, 2).withLatestFrom(Signal.just(10), Signal.just(100), and: Signal.just(1000)) {
      $0 + $1 + $2 + $3
    }
    #expect(sum.transcript == ["1111", "1112", "|", "!"])
  }

  @Test func `an error of any, and a throw, are errors`() {
    source.withLatestFrom(a, and: b).print(to: out)
    b.error(Broken())
    #expect(out.lines == ["#broken", "!"])
    #expect(!source.hasSubscribers && !a.hasSubscribers)
    let one = Signal.just(1)
    #expect(one.withLatestFrom(one, and: one) { _, _, _ in throw Broken() }.transcript == ["#broken", "!"])
  }
}
