import Signals
import SignalsTesting
import Synchronization
import Testing

@Suite(.noLeaks) struct IntervalTests {
  let scheduler = TestScheduler()

  @Test func `an interval counts from zero after one period`() {
    let heard = scheduler.start(disposed: .ticks(7)) { .interval(.ticks(3), on: scheduler) }
    expectTimeline(heard, "---0--1")
    #expect(heard.interval == "^------!")
    #expect(scheduler.isIdle)
  }

  @Test func `every subscription has an interval of its own`() {
    let signal = Signal.interval(.ticks(2), on: scheduler)
    let first = scheduler.record(signal)
    scheduler.advance(by: .ticks(3))
    let second = scheduler.record(signal)
    scheduler.advance(by: .ticks(3))
    expectTimeline(first, "--0-1-2")
    expectTimeline(second, "-----0")
  }

  @Test func `a timer fires once and completes`() {
    expectTimeline(scheduler.start { .timer(after: .ticks(2), on: scheduler) }, "--(0|)")
    #expect(scheduler.isIdle)
  }

  @Test func `a timer with a period goes on`() {
    let heard = scheduler.start(disposed: .ticks(4)) {
      .timer(after: .zero, every: .ticks(2), on: scheduler)
    }
    expectTimeline(heard, "0-1-2")
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
