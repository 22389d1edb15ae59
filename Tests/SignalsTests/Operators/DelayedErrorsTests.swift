import Signals
import Testing

@Suite struct OnErrorResumeNextTests {
  let failing = Signal.of(1).concat(.fail(Broken()))

  @Test func `the next signal follows an error as it follows completion`() {
    #expect(failing.onErrorResumeNext(.of(2), failing).transcript == ["1", "2", "1", "|", "!"])
    #expect(Signal.of(1).onErrorResumeNext(.of(2)).transcript == ["1", "2", "|", "!"])
    #expect(Signal.onErrorResumeNext([failing, failing]).transcript == ["1", "1", "|", "!"])
    #expect(Signal<Int>.onErrorResumeNext([]).transcript == ["|", "!"])
  }

  @Test func `a signal is disposed before the next is subscribed to`() {
    let out = Transcript()
    let source = PublishSubject<Int>()
    source.spied(out, "a").onErrorResumeNext(Signal.never().spied(out, "b")).print(to: out).dispose()
    #expect(out.take() == ["+a", "-a", "!"])
    source.spied(out, "a").onErrorResumeNext(Signal.never().spied(out, "b")).print(to: out)
    source.error(Broken())
    #expect(out.lines == ["+a", "-a", "+b"])
  }

  @Test func `a hundred thousand signals that fail need no stack`() {
    let signals = Array(repeating: Signal<Int>.fail(Broken()), count: 100_000)
    #expect(Signal.onErrorResumeNext(signals).transcript == ["|", "!"])
    #expect(Signal.concatDelayingErrors(signals).transcript.count == 2)
  }
}

@Suite struct DelayedErrorsTests {
  private struct Other: Error, CustomStringConvertible { var description: String { "other" } }

  let out = Transcript()
  let a = PublishSubject<Int>()
  let b = PublishSubject<Int>()
  let failing = Signal.of(1).concat(.fail(Broken()))

  @Test func `merge sends the error when all have ended`() {
    a.mergeDelayingErrors(b).print(to: out)
    a.next(1)
    a.error(Broken())
    b.next(2)
    #expect(out.take() == ["1", "2"])
    b.completed()
    #expect(out.lines == ["#broken", "!"])
  }

  @Test func `merge completes when none has failed`() {
    #expect(Signal.of(1).mergeDelayingErrors(.of(2), .of(3)).transcript == ["1", "2", "3", "|", "!"])
    #expect(Signal.mergeDelayingErrors([Signal.of(1), .of(2)]).transcript == ["1", "2", "|", "!"])
    #expect(Signal<Int>.mergeDelayingErrors([]).transcript == ["|", "!"])
  }

  @Test func `concat goes on after an error, which comes at the end`() {
    #expect(failing.concatDelayingErrors(.of(2)).transcript == ["1", "2", "#broken", "!"])
    #expect(Signal.of(2).concatDelayingErrors(failing).transcript == ["2", "1", "#broken", "!"])
    #expect(Signal.of(1).concatDelayingErrors(.of(2)).transcript == ["1", "2", "|", "!"])
    #expect(Signal.concatDelayingErrors([failing, .of(2)]).transcript == ["1", "2", "#broken", "!"])
    #expect(Signal<Int>.concatDelayingErrors([]).transcript == ["|", "!"])
  }

  @Test(arguments: [true, false]) func `several errors come together, in their order`(merges: Bool) throws {
    let (a, b) = (Signal<Int>.fail(Broken()), Signal<Int>.fail(Other()))
    let all = merges ? a.mergeDelayingErrors(b) : a.concatDelayingErrors(b)
    let heard = BoxOf<any Error>()
    all.subscribe(error: { heard.value = $0 }).dispose()
    let several = try #require(heard.value as? SeveralErrors)
    #expect(several.errors.map { "\($0)" } == ["broken", "other"])
  }
}

@Suite struct RepeatWhenTests {
  let out = Transcript()

  @Test func `each value of the notifier subscribes again`() {
    let again = PublishSubject<Void>()
    Signal.of(1, 2).repeat(when: { _ in again }).print(to: out)
    #expect(out.take() == ["1", "2"])
    again.next(())
    #expect(out.take() == ["1", "2"])
    again.completed()
    #expect(out.lines == ["|", "!"])
  }

  @Test func `the notifier is made at the first completion, once, and gets each`() {
    let made = Attempts()
    let completions = Attempts()
    let source = PublishSubject<Int>()
    Signal.deferred { source.take(1) }.repeat(when: { [out] signal -> Signal<Void> in
      made.add()
      out.print("notifier")
      return signal.do { _ in completions.add() }
    }).print(to: out)
    #expect(out.take() == [])
    source.next(1)
    source.next(2)
    #expect(out.lines == ["1", "notifier", "2"])
    #expect(made.count == 1 && completions.count == 2)
  }

  @Test func `a notifier that completes while the source lives leaves the end to that`() {
    let source = PublishSubject<Int>()
    let notifier = PublishSubject<Void>()
    let attempts = Attempts()
    Signal.deferred { attempts.add() == 1 ? Signal.just(0) : source }.repeat(when: { _ in notifier })
      .print(to: out)
    notifier.next(())
    notifier.completed()
    source.next(1)
    #expect(out.take() == ["0", "1"])
    source.completed()
    #expect(out.lines == ["|", "!"])
  }

  @Test func `errors and throws are errors`() {
    let failing = Signal<Int>.fail(Broken())
    #expect(failing.repeat(when: { $0 }).transcript == ["#broken", "!"])
    #expect(
      Signal.just(1).repeat(when: { _ in Signal<Int>.fail(Broken()) }).transcript == ["1", "#broken", "!"])
    #expect(
      Signal.just(1).repeat(when: { _ -> Signal<Int> in throw Broken() }).transcript == ["1", "#broken", "!"])
    #expect(Signal.just(1).repeat(when: { _ in Signal<Int>.empty() }).transcript == ["1", "|", "!"])
  }

  @Test func `a hundred thousand repetitions need no stack`() {
    #expect(Signal.just(1).repeat(when: { $0 }).take(100_000).count().transcript == ["100000", "|", "!"])
  }
}
