import Signals
import Testing

@Suite struct ForkJoinTests {
  let out = Transcript()
  let a = PublishSubject<Int>()
  let b = PublishSubject<String>()

  @Test func `the last values of all are sent when all have completed`() {
    forkJoin(a, b, Signal.of(true, false)).print(to: out)
    a.next(1)
    b.next("x")
    a.next(2)
    b.completed()
    #expect(out.lines == [])
    a.completed()
    #expect(out.lines == ["(2, \"x\", false)", "|", "!"])
  }

  @Test func `one that completes without a value ends it`() {
    forkJoin(a.spied(out, "a"), b).print(to: out)
    a.next(1)
    b.completed()
    #expect(out.lines == ["+a", "-a", "|", "!"])
  }

  @Test func `an error is an error at once`() {
    forkJoin(a, b).print(to: out)
    a.error(Broken())
    #expect(out.lines == ["#broken", "!"])
    #expect(!b.hasSubscribers)
  }

  @Test func `a collection is joined to an array, and none completes at once`() {
    #expect(forkJoin([Signal.of(1, 2), .of(3)]).transcript == ["[2, 3]", "|", "!"])
    #expect(forkJoin([Signal.of(1), .empty()]).transcript == ["|", "!"])
    #expect(forkJoin([Signal<Int>]()).transcript == ["|", "!"])
    #expect(forkJoin().transcript == ["|", "!"])
  }

  @Test func `what comes after an empty one is not subscribed to`() {
    forkJoin([Signal<Int>.empty(), a.spied(out, "a")]).print(to: out)
    #expect(out.lines == ["|", "!"])
  }
}

@Suite struct SequenceEqualTests {
  let out = Transcript()
  let a = PublishSubject<Int>()
  let b = PublishSubject<Int>()

  @Test func `the same values in the same order are equal, whoever is ahead`() {
    a.sequenceEqual(b).print(to: out)
    for value in 1...3 { a.next(value) }
    for value in 1...4 { b.next(value) }
    a.next(4)
    a.completed()
    #expect(out.lines == [])
    b.completed()
    #expect(out.lines == ["true", "|", "!"])
  }

  @Test func `two values that differ decide at once`() {
    a.sequenceEqual(b.spied(out, "b")).print(to: out)
    a.next(1)
    b.next(2)
    #expect(out.lines == ["+b", "false", "-b", "|", "!"] || out.lines == ["+b", "-b", "false", "|", "!"])
    #expect(!a.hasSubscribers)
  }

  @Test func `a value after the end of the other one decides`() {
    a.sequenceEqual(b).print(to: out)
    a.completed()
    b.next(1)
    #expect(out.lines == ["false", "|", "!"])
  }

  @Test func `values that are left over decide as the other signal completes`() {
    a.sequenceEqual(b).print(to: out)
    b.next(1)
    #expect(out.lines == [])
    a.completed()
    #expect(out.lines == ["false", "|", "!"])
    #expect(!b.hasSubscribers)
  }

  @Test func `the closure gets this signal's value first`() {
    let pairs = Transcript()
    let equal = a.sequenceEqual(b) {
      pairs.print("\($0)\($1)")
      return true
    }
    equal.print(to: out)
    a.next(1)
    b.next(2)
    b.next(4)
    a.next(3)
    #expect(pairs.lines == ["12", "34"])
  }

  @Test func `errors and throws are errors`() {
    #expect(Signal.just(1).sequenceEqual(.fail(Broken())).transcript == ["#broken", "!"])
    #expect(Signal.just(1).sequenceEqual(.just(1)) { _, _ in throw Broken() }.transcript == ["#broken", "!"])
    #expect(Signal<Int>.empty().sequenceEqual(.empty()).transcript == ["true", "|", "!"])
  }
}
