import Signals
import Synchronization
import Testing

@Suite struct CatchTests {
  let failing = Signal.of(1).concat(.fail(Broken()))

  @Test func `an error is replaced`() {
    #expect(failing.catch { _ in .of(2, 3) }.transcript == ["1", "2", "3", "|", "!"])
    #expect(failing.catch { Signal.fail($0) }.transcript == ["1", "#broken", "!"])
    #expect(failing.catch { throw $0 }.transcript == ["1", "#broken", "!"])
    #expect(Signal.of(1).catch { _ in .of(2) }.transcript == ["1", "|", "!"])
    #expect(failing.catchTo(.of(2)).transcript == ["1", "2", "|", "!"])
    #expect(failing.catchAndReturn(2).transcript == ["1", "2", "|", "!"])
    #expect(failing.catchAndReturn(2).take(2).transcript == ["1", "2", "|", "!"])
    #expect(failing.ignoreFailure().transcript == ["1", "|", "!"])
    #expect(failing.mapError { _ in SelectionError.noElements }.transcript == ["1", "#noElements", "!"])
    #expect(Signal.of(1).assertNoFailure().transcript == ["1", "|", "!"])
  }

  @Test func `the source is disposed before its replacement is subscribed to, which is disposed in its turn`()
  {
    let out = Transcript()
    let subject = PublishSubject<Int>()
    let handled = subject.spied(out, "source").catch { [out] _ in Signal<Int>.never().spied(out, "other") }
      .print(to: out)
    subject.error(Broken())
    handled.dispose()
    #expect(out.lines == ["+source", "-source", "+other", "-other", "!"])
  }
}

@Suite struct RetryTests {
  /// Fails so many times before it sends a value.
  private func flaky(_ failures: Int, _ attempts: Tally = Tally()) -> Signal<Int> {
    .create { subscriber in
      attempts.add(1)
      if attempts.sum > failures {
        subscriber.next(attempts.sum)
        subscriber.completed()
      } else {
        subscriber.error(Broken())
      }
      return nil
    }
  }

  @Test(arguments: [
    (0, ["#broken", "!"]), (1, ["#broken", "!"]), (2, ["3", "|", "!"]), (-1, ["#broken", "!"]),
  ])
  func `retry(n) makes n further attempts`(count: Int, expected: [String]) {
    #expect(flaky(2).retry(count).transcript == expected)
  }

  @Test(arguments: [(0, ["#broken", "!"]), (2, ["#broken", "!"]), (3, ["3", "|", "!"])])
  func `retry(maxAttempts:) counts the first attempt`(count: Int, expected: [String]) {
    #expect(flaky(2).retry(maxAttempts: count).transcript == expected)
  }

  @Test func `a hundred thousand synchronous attempts need no stack`() {
    let attempts = Tally()
    #expect(flaky(100_000, attempts).retry().transcript == ["100001", "|", "!"])
    #expect(attempts.sum == 100_001)
  }

  @Test func `a hundred thousand synchronous repetitions need no stack`() {
    #expect(Signal.just(1).repeat().take(100_000).count().transcript == ["100000", "|", "!"])
    #expect(Signal.just(1).repeat(100_000).count().transcript == ["100000", "|", "!"])
  }

  @Test func `disposal stops an endless retry from within`() {
    let attempts = Tally()
    let serial = SerialDisposable()
    serial.inner = Signal<Int>.create { _ in
      attempts.add(1)
      if attempts.sum == 10 { serial.dispose() }
      throw Broken()
    }.retry().take(
      until: Signal<Int>.create { subscriber in
        serial.inner = Disposable { subscriber.completed() }
        return nil
      }
    ).subscribe()
    #expect(attempts.sum == 10)
  }

  @Test func `repeat ends at an error and counts`() {
    #expect(Signal.of(1, 2).repeat(2).transcript == ["1", "2", "1", "2", "|", "!"])
    #expect(Signal.of(1, 2).repeat(0).transcript == ["|", "!"])
    #expect(Signal.of(1).concat(.fail(Broken())).repeat().transcript == ["1", "#broken", "!"])
  }

  @Test func `retry(when:) tries again at each value of the notifier`() {
    #expect(flaky(2).retry { errors in errors }.transcript == ["3", "|", "!"])
    #expect(flaky(2).retry { errors in errors.take(1) }.transcript == ["|", "!"])
    #expect(flaky(2).retry { errors in errors.map { throw $0 } }.transcript == ["#broken", "!"])
    #expect(flaky(2).retry { _ -> Signal<Int> in throw Broken() }.transcript == ["#broken", "!"])
    #expect(Signal.of(1).retry { _ in Signal<Int>.never() }.transcript == ["1", "|", "!"])
  }

  @Test func `retry(when:) may wait before it tries again`() {
    let out = Transcript()
    let gate = PublishSubject<Void>()
    flaky(1).retry { errors in errors.flatMap { _ in gate.take(1) } }.print(to: out)
    #expect(out.lines == [])
    gate.next(())
    #expect(out.lines == ["2", "|", "!"])
  }

  @Test func `a hundred thousand attempts of retry(when:) need no stack`() {
    #expect(flaky(100_000).retry { errors in errors }.transcript == ["100001", "|", "!"])
  }
}
