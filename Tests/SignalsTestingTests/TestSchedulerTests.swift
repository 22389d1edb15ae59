import Signals
import SignalsTesting
import Testing

@Suite struct TestSchedulerTests {
  let scheduler = TestScheduler()

  @Test func `a cold source starts anew for every subscriber`() {
    let source = scheduler.cold("a-b|")
    let first = scheduler.record(source.signal)
    scheduler.advance(by: .ticks(2))
    let second = scheduler.record(source.signal)
    scheduler.advance(by: .ticks(10))
    expectTimeline(first, "a-b|")
    expectTimeline(second, "--a-b|")
    expectSubscriptions(source, "^--!", "--^--!")
  }

  @Test func `a recorder is sent to by hand as any observer is`() {
    let recorder = TestSubscriber<Character>(on: scheduler)
    _ = scheduler.cold("-a-b").signal.subscribe(recorder)
    scheduler.advance(by: .ticks(10))
    recorder.send(.next("c"))
    recorder.completed()
    expectTimeline(recorder, "-a-b------(c|)")
    #expect(recorder.interval == nil)
  }

  @Test func `a hot source sends whether or not anybody listens`() {
    let source = scheduler.hot("-a-b-c|")
    let heard = scheduler.start(subscribed: .ticks(2), disposed: .ticks(4)) { source.signal }
    expectTimeline(heard, "---b")
    expectSubscriptions(source, "--^-!")
  }

  @Test func `what subscribes at the beginning hears what comes at the beginning`() {
    let source = scheduler.hot("a-b|")
    expectTimeline(scheduler.start { source.signal }, "a-b|")
  }

  @Test func `nobody hears what came before the beginning`() {
    let source = scheduler.hot("ab^-c|")
    expectTimeline(scheduler.start { source.signal }, "--c|")
    expectSubscriptions(source, "^--!")
  }

  @Test func `a source that has ended ends late subscribers at once`() {
    let source = scheduler.hot("a#")
    let heard = scheduler.start(subscribed: .ticks(3)) { source.signal }
    expectTimeline(heard, "---#")
    expectSubscriptions(source, "---(^!)")
  }

  @Test func `signals are made, subscribed and disposed when it is said`() {
    var made: Duration?
    let source = scheduler.cold("a--b--c--d")
    let heard = scheduler.start(created: .ticks(10), subscribed: .ticks(20), disposed: .ticks(26)) {
      made = scheduler.now
      return source.signal
    }
    #expect(made == .ticks(10))
    expectTimeline(heard, "20ms a--b--c")
    expectSubscriptions(source, "20ms ^-----!")
    #expect(heard.interval == "20ms ^-----!")
    #expect(scheduler.now == .ticks(1000))
  }

  @Test func `characters stand for values, and lists of events need no drawing`() {
    let source = scheduler.cold("x-y#", values: ["x": 10, "y": 20])
    let listed = scheduler.hot([.next(1, at: .ticks(1)), .completed(at: .ticks(2))])
    let heard = scheduler.start { source.signal.merge(listed.signal) }
    #expect(
      heard.events == [
        .next(10, at: .zero), .next(1, at: .ticks(1)), .next(20, at: .ticks(2)), .error(at: .ticks(3)),
      ])
    #expect(heard.values == [10, 1, 20])
    expectTimeline(heard, "x1y#", values: ["x": 10, "y": 20])
  }

  @Test func `a subscription ends with its recorder`() {
    let source = scheduler.cold("a-b-c-d")
    var heard: TestSubscriber? = scheduler.record(source.signal)
    scheduler.advance(by: .ticks(3))
    expectSubscriptions(source, "^")
    #expect(heard?.values == ["a", "b"])
    heard = nil
    expectSubscriptions(source, "^--!")
    #expect(scheduler.isIdle)
  }

  @Test func `a source whose drawing cannot be read sends the problem`() {
    for source in [scheduler.cold("-a!"), scheduler.hot("-a!")] {
      let heard = scheduler.record(source.signal)
      scheduler.advance(by: .ticks(1))
      #expect(heard.events.first?.event.error is MarbleError)
    }
    let unknown = scheduler.record(scheduler.cold("a-b", values: ["a": 1]).signal)
    let problem = unknown.events.first?.event.error as? MarbleError
    #expect(
      problem?.description
        == "marbles: 'b' stands for no value at column 3; add it to the values\n  a-b\n    ^")
  }

  @Test func `a hot source may forget its end`() {
    for (remembersEnd, late) in [(true, "-----|"), (false, "")] as [(Bool, Timeline)] {
      let scheduler = TestScheduler()
      let source = scheduler.hot("-a-b|", remembersEnd: remembersEnd)
      let early = scheduler.record(source.signal)
      scheduler.advance(to: .ticks(5))
      let heard = scheduler.record(source.signal)
      scheduler.run()
      expectTimeline(early, "-a-b|")
      expectTimeline(heard, late)
      expectSubscriptions(source, "^---!", remembersEnd ? "-----(^!)" : "-----^")
    }
    let broken = scheduler.hot("-a!", remembersEnd: false)
    #expect(scheduler.record(broken.signal).events.first?.event.error is MarbleError)
  }

  @Test func `a recorder may act within what it hears`() {
    let source = scheduler.hot("-a-b-c|")
    let trigger = PublishSubject<Character>()
    let heard = scheduler.record(source.signal.take(until: trigger)) { recorded in
      if recorded.event.value == "b" { trigger.next("!") }
    }
    scheduler.run()
    expectTimeline(heard, "-a-(b|)")
    expectSubscriptions(source, "^--!")
  }

  @Test func `ticks and intervals are numbers`() {
    #expect(Duration.ticks(12).ticks == 12)
    #expect(Duration.microseconds(12_900).ticks == 12)
    #expect(Duration.microseconds(-100).ticks == -1)
    var interval = SubscriptionInterval(subscribed: .ticks(2))
    interval.disposed = .ticks(5)
    #expect(interval == "--^--!")
  }

  @Test func `work is scheduled for a time`() {
    let source = scheduler.hot("")
    let made = BoxedTime()
    scheduler.advance(to: .ticks(5))
    scheduler.schedule(at: .ticks(9)) { [scheduler] in made.time = scheduler.now }
    scheduler.run()
    #expect(made.time == .ticks(9))
    #expect(source.subscriptions.isEmpty)
  }
}
