import Signals
import Testing

@Suite struct CreationTests {
  @Test func `of sends its values, none at all if there are none`() {
    #expect(Signal.of(1, 2, 3).transcript == ["1", "2", "3", "|", "!"])
    #expect(Signal<Int>.of().transcript == ["|", "!"])
  }

  @Test func `an optional is one value or none`() {
    #expect(Signal.fromOptional(1).transcript == ["1", "|", "!"])
    #expect(Signal<Int>.fromOptional(nil).transcript == ["|", "!"])
  }

  @Test func `of a lazy sequence, each subscription computes what it takes, when it takes it`() {
    let out = Transcript()
    let signal = Signal<Int>.from {
      out.print("made")
      return (1...).lazy.map { number in
        out.print("compute \(number)")
        return number * 10
      }
    }
    #expect(out.lines == [])
    for _ in 1...2 {
      signal.take(2).print(to: out)
      #expect(out.take() == ["made", "compute 1", "10", "compute 2", "20", "|", "!"])
    }
    #expect(Signal.from { [1, 2].lazy.filter { $0 > 1 } }.transcript == ["2", "|", "!"])
    #expect(Signal<Int>.from { () throws -> [Int] in throw Broken() }.transcript == ["#broken", "!"])
  }

  @Test func `of a lazy sequence on a scheduler, an element is computed in its own piece of work`() {
    let (out, clock) = (Transcript(), VirtualTimeScheduler())
    let signal = Signal<Int>.fromSequence(on: clock) {
      (1...).lazy.map { number in
        out.print("compute \(number)")
        return number
      }
    }
    signal.take(2).print(to: out)
    #expect(out.lines == [])
    clock.run()
    #expect(out.take() == ["compute 1", "1", "compute 2", "2", "|", "!"])
    Signal<Int>.fromSequence(on: clock) { () throws -> [Int] in throw Broken() }.print(to: out)
    clock.run()
    #expect(out.lines == ["#broken", "!"])
  }

  @Test func `a result is its value or its error`() {
    #expect(Signal.fromResult(Result<Int, Broken>.success(1)).transcript == ["1", "|", "!"])
    #expect(Signal.fromResult(Result<Int, Broken>.failure(Broken())).transcript == ["#broken", "!"])
  }

  @Test func `endless sources stop when nobody listens`() {
    #expect(Signal.repeatElement(7).take(2).transcript == ["7", "7", "|", "!"])
    #expect(Signal.generate(1, next: { $0 * 2 }).take(3).transcript == ["1", "2", "4", "|", "!"])
  }

  @Test func `a count limits repetition`() {
    #expect(Signal.repeatElement(7, count: 2).transcript == ["7", "7", "|", "!"])
    #expect(Signal.repeatElement(7, count: -1).transcript == ["|", "!"])
  }

  @Test func `generate goes on while its condition is true`() {
    #expect(Signal.generate(1, while: { $0 < 5 }, next: { $0 + 2 }).transcript == ["1", "3", "|", "!"])
    #expect(Signal.generate(1, next: { _ in throw Broken() }).transcript == ["1", "#broken", "!"])
  }

  @Test func `a range ends where its type does`() {
    #expect(Signal.range(start: 3, count: 2).transcript == ["3", "4", "|", "!"])
    #expect(Signal.range(start: 3, count: -2).transcript == ["|", "!"])
    #expect(Signal<UInt8>.range(start: 254, count: 9).transcript == ["254", "255", "|", "!"])
    #expect(Signal<Int8>.range(start: .max, count: 1).transcript == ["127", "|", "!"])
  }

  @Test func `work runs for every subscription`() {
    let out = Transcript()
    let signal = Signal<Int>.attempt {
      out.print("work")
      return 1
    }
    #expect(out.lines == [])
    #expect(signal.transcript + signal.transcript == ["1", "|", "!", "1", "|", "!"])
    #expect(out.lines == ["work", "work"])
    #expect(Signal<Int>.attempt { throw Broken() }.transcript == ["#broken", "!"])
    #expect(Signal.justDeferred { 1 }.transcript == ["1", "|", "!"])
  }
}

@Suite struct UsingTests {
  let out = Transcript()

  private func using(_ signal: @escaping @Sendable () throws -> Signal<Int>) -> Signal<Int> {
    Signal.using(
      { [out] in
        out.print("open")
        return Disposable { out.print("close") }
      }, signal: { _ in try signal() })
  }

  @Test func `the resource is disposed at the end, before it is delivered`() {
    using { .just(1) }.print(to: out)
    #expect(out.lines == ["open", "1", "close", "|", "!"])
  }

  @Test func `the resource is disposed after the signal on disposal`() {
    using { [out] in Signal<Int>.never().spied(out, "signal") }.print(to: out).dispose()
    #expect(out.lines == ["open", "+signal", "-signal", "close", "!"])
  }

  @Test func `a throw is an error and disposes the resource`() {
    using { throw Broken() }.print(to: out)
    #expect(out.lines == ["open", "close", "#broken", "!"])
    let signal = Signal<Int>.using({ () throws -> Disposable in throw Broken() }, signal: { _ in .never() })
    #expect(signal.transcript == ["#broken", "!"])
  }
}
