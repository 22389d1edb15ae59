import Signals
import Synchronization
import Testing

@Suite struct IntervalTests {
  let scheduler = VirtualTimeScheduler()
  let out = Transcript()

  @Test func `an interval counts from zero after one period`() {
    let subscription = Signal.interval(.seconds(3), on: scheduler).subscribe(next: { [scheduler, out] in
      out.print("\($0) at \(scheduler.now)")
    })
    scheduler.advance(by: .seconds(7))
    #expect(out.lines == ["0 at 3.0 seconds", "1 at 6.0 seconds"])
    subscription.dispose()
    #expect(scheduler.isIdle)
  }

  @Test func `every subscription has an interval of its own`() {
    let signal = Signal.interval(.seconds(2), on: scheduler)
    signal.subscribe(next: { [out] in out.print("a\($0)") })
    scheduler.advance(by: .seconds(3))
    signal.subscribe(next: { [out] in out.print("b\($0)") })
    scheduler.advance(by: .seconds(3))
    #expect(out.lines == ["a0", "a1", "b0", "a2"])
  }

  @Test func `a timer fires once and completes`() {
    Signal.timer(after: .seconds(2), on: scheduler).subscribe(
      next: { [out] in out.print($0) }, completed: { [out] in out.print("end") })
    scheduler.advance(by: .seconds(1))
    #expect(out.lines == [])
    scheduler.run()
    #expect(out.lines == ["0", "end"])
  }

  @Test func `a timer with a period goes on`() {
    let subscription = Signal.timer(after: .zero, every: .seconds(2), on: scheduler).subscribe(
      next: { [scheduler, out] in out.print("\($0) at \(scheduler.now)") })
    scheduler.advance(by: .seconds(4))
    subscription.dispose()
    #expect(out.lines == ["0 at 0.0 seconds", "1 at 2.0 seconds", "2 at 4.0 seconds"])
  }

  @Test func `in real time ticks come one by one until disposal`() async {
    let holder = SerialHolder()
    let ticks = Mutex<[Int]>([])
    await withCheckedContinuation { continuation in
      holder.hold(
        Signal.interval(.milliseconds(1), on: QueueScheduler()).subscribe(
          next: { tick in
            ticks.withLock { $0.append(tick) }
            if tick == 4 { holder.dispose() }
          },
          disposed: { continuation.resume() }))
    }
    #expect(ticks.withLock { $0 } == [0, 1, 2, 3, 4])
  }
}
