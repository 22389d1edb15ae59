import Signals
import SignalsTesting
import Testing

/// Operators that take a part of a signal's time, or tell it.
@Suite(.noLeaks) struct TimeSpanTests {
  @Test(arguments: [
    Drawing("a-b-c-d-|", "a-b-c|", "^----!", "completes when the time is over"),
    Drawing("a-|", "a-|", "^-!", "the source ends before"),
    Drawing("a-#", "a-#", "^-!", "and so does its error"),
    Drawing("", "-----|", "^----!", "silence"),
  ])
  func `take for a time`(_ drawing: Drawing) {
    drawing.expect { $0.take(for: .ticks(5), on: $1) }
  }

  @Test(arguments: [
    Drawing("a-b-c-d-|", "------d-|", "^-------!", "what comes before the time is over is left out"),
    Drawing("a-|", "--|", "^-!", "the source ends before"),
    Drawing("a-#", "--#", "^-!", "and so does its error"),
  ])
  func `skip for a time`(_ drawing: Drawing) {
    drawing.expect { $0.skip(for: .ticks(5), on: $1) }
  }

  @Test func `a subscription is put off`() {
    let scheduler = TestScheduler()
    let cold = scheduler.cold("a-b-|")
    let heard = scheduler.start(until: .ticks(30)) {
      cold.signal.delaySubscription(for: .ticks(3), on: scheduler)
    }
    expectTimeline(heard, "---a-b-|")
    expectSubscriptions(cold, "---^---!")
  }

  @Test func `a subscription that is disposed before its time is never made`() {
    let scheduler = TestScheduler()
    let cold = scheduler.cold("a")
    let heard = scheduler.start(disposed: .ticks(2)) {
      cold.signal.delaySubscription(for: .ticks(3), on: scheduler)
    }
    #expect(heard.events.isEmpty)
    #expect(cold.subscriptions.isEmpty)
  }

  private func buffered(_ source: Timeline, count: Int = .max) -> [String] {
    let scheduler = TestScheduler()
    let cold = scheduler.cold(source)
    let heard = scheduler.start(until: .ticks(30)) {
      cold.signal.buffer(for: .ticks(4), count: count, on: scheduler).map { String($0) }
    }
    return heard.events.map { "\($0.time / .ticks(1)) \($0.event)" }
  }

  @Test func `a buffer begins with its first value and is sent when its time is over`() {
    #expect(buffered("-ab-----c--|") == ["5.0 next(\"ab\")", "11.0 next(\"c\")", "11.0 completed"])
  }

  @Test func `a full buffer is sent at once, and the next has all its time`() {
    #expect(buffered("ab-c----", count: 2) == ["1.0 next(\"ab\")", "7.0 next(\"c\")"])
  }

  @Test func `an error drops what was gathered`() {
    #expect(buffered("ab#").count == 1)
  }

  @Test func `values are told their time, and the time between them`() {
    let scheduler = TestScheduler()
    let times = scheduler.start(until: .ticks(30)) {
      scheduler.cold("-a--b|").signal.timestamp(on: scheduler).map { "\($0.value)\($0.time / .ticks(1))" }
    }
    #expect(times.values == ["a1.0", "b4.0"])
    let intervals = scheduler.start(until: .ticks(60)) {
      scheduler.cold("-a--b|").signal.measureInterval(on: scheduler)
    }
    #expect(intervals.values == [.ticks(1), .ticks(3)])
  }

  @Test func `only the newest value is worth a transformation`() {
    let out = Transcript()
    let scheduler = VirtualTimeScheduler()
    let source = PublishSubject<Int>()
    source.lazyMap(on: scheduler) { value in
      out.print("map \(value)")
      return value * 10
    }.print(to: out)
    for value in 1...3 { source.next(value) }
    scheduler.run()
    source.next(4)
    source.completed()
    scheduler.run()
    #expect(out.lines == ["map 3", "30", "map 4", "40", "|", "!"])
  }

  @Test func `retry waits between attempts, and gives up`() {
    let scheduler = TestScheduler()
    let source = scheduler.cold("a-#")
    let heard = scheduler.start(until: .ticks(30)) {
      source.signal.retry(upTo: 2, interval: .ticks(3), on: scheduler)
    }
    expectTimeline(heard, "a----a----a-#")
    #expect(source.subscriptions.count == 3)
  }

  @Test(arguments: [0, -1]) func `retry up to nothing tries once`(count: Int) {
    let scheduler = TestScheduler()
    let source = scheduler.cold("a-#")
    let heard = scheduler.start(until: .ticks(30)) {
      source.signal.retry(upTo: count, interval: .ticks(3), on: scheduler)
    }
    expectTimeline(heard, "a-#")
  }

  @Test func `another signal takes over from one that is silent`() {
    let scheduler = TestScheduler()
    let (source, other) = (scheduler.cold("a-b------c-|"), scheduler.cold("x-|"))
    let heard = scheduler.start(until: .ticks(30)) {
      source.signal.timeout(eachValue: .ticks(5), other: other.signal, on: scheduler)
    }
    expectTimeline(heard, "a-b----x-|")
    expectSubscriptions(source, "^------!")
    expectSubscriptions(other, "-------^-!")
  }

  @Test func `an error is no silence`() {
    let scheduler = TestScheduler()
    let (source, other) = (scheduler.cold("a-#"), scheduler.cold("x-|"))
    let heard = scheduler.start(until: .ticks(30)) {
      source.signal.timeout(eachValue: .ticks(5), other: other.signal, on: scheduler)
    }
    expectTimeline(heard, "a-#")
    #expect(other.subscriptions.isEmpty)
  }
}

@Suite struct SteppedSourceTests {
  @Test func `values are generated and counted a step at a time`() {
    let out = Transcript()
    let scheduler = VirtualTimeScheduler()
    Signal.generate(1, on: scheduler, while: { $0 < 20 }, next: { $0 * 3 }).print(to: out)
    Signal<UInt8>.range(start: 254, count: 5, on: scheduler).print(to: out)
    #expect(out.lines.isEmpty)
    scheduler.run()
    #expect(out.lines == ["1", "254", "3", "255", "9", "|", "!", "|", "!"])
    Signal<Int>.generate(1, on: .immediate, next: { _ in throw Broken() }).print(to: out)
    #expect(out.lines.suffix(3) == ["1", "#broken", "!"])
  }

  @Test func `a trampoline runs work on this thread, one after another`() {
    let out = Transcript()
    TrampolineScheduler().schedule {
      TrampolineScheduler().schedule { out.print("inner") }
      TrampolineScheduler().schedule { out.print("last") }
      out.print("outer")
    }
    #expect(out.lines == ["outer", "inner", "last"])
    TrampolineScheduler().schedule { out.print("again") }
    #expect(out.lines.last == "again")
  }
}
