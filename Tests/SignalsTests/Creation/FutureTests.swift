import Signals
import Testing

@Suite struct FutureTests {
  let out = Transcript()

  @Test func `a future starts at once and sends its one result to all`() {
    let future = Signal<Int>.future { [out] done in
      out.print("start")
      done(.success(1))
      done(.success(2))
    }
    #expect(out.take() == ["start"])
    #expect(future.transcript == ["1", "|", "!"])
    #expect(future.transcript == ["1", "|", "!"])
    #expect(Signal<Int>.future { $0(.failure(Broken())) }.transcript == ["#broken", "!"])
  }

  @Test func `work is started once, lazily or eagerly, on a scheduler`() {
    let scheduler = VirtualTimeScheduler()
    let start: @Sendable (Subscriber<Int>) -> Void = { [out] subscriber in
      out.print("start")
      subscriber.next(1)
      subscriber.completed()
    }
    let lazily = Signal.startLazily(on: scheduler, start)
    scheduler.run()
    #expect(out.take() == [])
    lazily.print(to: out, "a")
    lazily.print(to: out, "b")
    scheduler.run()
    #expect(out.take() == ["start", "a1", "b1", "a|", "a!", "b|", "b!"])
    let eagerly = Signal.startEagerly(on: scheduler, start)
    scheduler.run()
    #expect(out.take() == ["start"])
    #expect(eagerly.transcript == ["1", "|", "!"])
  }

  @Test func `a sequence is sent step by step`() {
    let scheduler = VirtualTimeScheduler()
    let handle = SerialDisposable()
    handle.inner = Signal.fromSequence(1..., on: scheduler).subscribe(next: { [out] value in
      out.print(value)
      if value == 3 { handle.dispose() }
    })
    scheduler.run()
    #expect(out.take() == ["1", "2", "3"])
    Signal.fromSequence(1...2, on: .immediate).print(to: out)
    #expect(out.lines == ["1", "2", "|", "!"])
  }
}
