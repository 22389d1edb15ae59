import Signals
import Testing

@Suite struct TakeTests {
  @Test(arguments: [
    (0, ["|", "!"], "completes at once"),
    (2, ["1", "2", "|", "!"], "completes right after the last"),
    (9, ["1", "2", "3", "|", "!"], "completes with the source"),
    (-1, ["|", "!"], "a negative count is none"),
  ])
  func `take sends the first values`(count: Int, expected: [String], because reason: String) {
    #expect(Signal.from(1...3).take(count).transcript == expected, "\(reason)")
  }

  @Test func `take(0) does not subscribe to its source`() {
    let out = Transcript()
    Signal<Int>.never().spied(out, "source").take(0).print(to: out)
    #expect(out.lines == ["|", "!"])
  }

  @Test func `the source is disposed after the last value was delivered and before the end is`() {
    let out = Transcript()
    let subject = PublishSubject<Int>()
    subject.spied(out, "source").take(1).print(to: out)
    subject.next(1)
    subject.next(2)
    #expect(out.lines == ["+source", "1", "-source", "|", "!"])
  }

  @Test func `take ends an endless synchronous source`() {
    #expect(Signal.from(1...).take(3).transcript == ["1", "2", "3", "|", "!"])
  }

  @Test func `each subscription counts for itself`() {
    let signal = Signal.from(1...3).take(1)
    #expect(signal.transcript == signal.transcript)
    #expect(signal.transcript == ["1", "|", "!"])
  }

  @Test func `take(while:) ends at the first unwanted value`() {
    #expect(Signal.from([1, 2, 3, 1]).take(while: { $0 < 3 }).transcript == ["1", "2", "|", "!"])
    #expect(
      Signal.from([1, 2, 3, 1]).take(inclusive: true, while: { $0 < 3 }).transcript
        == ["1", "2", "3", "|", "!"])
  }

  @Test func `take(until:) a predicate ends at the first value that it is true of`() {
    #expect(Signal.from([1, 2, 3, 1]).take(until: { $0 == 3 }).transcript == ["1", "2", "|", "!"])
    #expect(
      Signal.from([1, 2, 3, 1]).take(inclusive: true, until: { $0 == 3 }).transcript
        == ["1", "2", "3", "|", "!"])
  }

  @Test func `a predicate that throws fails the signal`() {
    let breaks: @Sendable () throws -> Bool = { throw Broken() }
    #expect(Signal.just(1).take(while: { try $0 > 0 && breaks() }).transcript == ["#broken", "!"])
  }
}

@Suite struct SkipTests {
  @Test(arguments: [
    (0, ["1", "2", "3", "|", "!"]), (2, ["3", "|", "!"]), (9, ["|", "!"]), (-1, ["1", "2", "3", "|", "!"]),
  ])
  func `skip leaves out the first values`(count: Int, expected: [String]) {
    #expect(Signal.from(1...3).skip(count).transcript == expected)
  }

  @Test func `skip(while:) sends all from the first wanted value on`() {
    #expect(Signal.from([1, 2, 3, 1]).skip(while: { $0 < 3 }).transcript == ["3", "1", "|", "!"])
  }

  @Test func `skip(until:) sends the first match and all that follows`() {
    #expect(Signal.from([1, 2, 3, 1]).skip(until: { $0 == 2 }).transcript == ["2", "3", "1", "|", "!"])
  }
}
