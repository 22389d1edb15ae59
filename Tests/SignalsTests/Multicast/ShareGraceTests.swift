import Signals
import Testing

@Suite struct ShareGraceTests {
  let out = Transcript()
  let source = PublishSubject<Int>()
  let clock = VirtualTimeScheduler()

  private func shared(replay count: Int = 0, scope: SharingScope = .whileConnected) -> Signal<Int> {
    source.spied(out, "source").share(replay: count, scope: scope, grace: .seconds(3), on: clock)
  }

  @Test func `the connection goes on for a while after the last subscriber has left`() {
    let signal = shared()
    signal.print(to: out, "a").dispose()
    clock.advance(by: .milliseconds(2999))
    #expect(out.take() == ["+source", "a!"])
    clock.advance(by: .milliseconds(1))
    #expect(out.take() == ["-source"])
    #expect(clock.isIdle && !source.hasSubscribers)
    signal.print(to: out, "b").dispose()
    #expect(out.lines == ["+source", "b!"])
  }

  @Test func `who comes meanwhile keeps it, and the time begins anew as that one leaves`() {
    let signal = shared(replay: 1)
    let first = signal.print(to: out, "a")
    source.next(1)
    first.dispose()
    clock.advance(by: .seconds(2))
    let second = signal.print(to: out, "b")
    #expect(clock.isIdle)
    clock.advance(by: .seconds(9))
    source.next(2)
    second.dispose()
    #expect(out.take() == ["+source", "a1", "a!", "b1", "b2", "b!"])
    clock.advance(by: .seconds(2))
    #expect(out.take() == [])
    clock.advance(by: .seconds(1))
    #expect(out.lines == ["-source"])
  }

  @Test func `what is sent to nobody is kept for who comes`() {
    let signal = shared(replay: 2)
    signal.print(to: out, "a").dispose()
    for value in 1...3 { source.next(value) }
    signal.print(to: out, "b")
    #expect(out.lines == ["+source", "a!", "b2", "b3"])
  }

  @Test func `the end of the source ends the time of grace`() {
    let signal = shared()
    signal.print(to: out, "a").dispose()
    source.completed()
    #expect(out.take() == ["+source", "a!", "-source"])
    #expect(clock.isIdle)
    signal.print(to: out, "b")
    #expect(out.lines == ["+source", "b|", "b!", "-source"])
  }

  @Test func `for ever, what was kept stays after the time of grace`() {
    let signal = shared(replay: 1, scope: .forever)
    let first = signal.print(to: out, "a")
    source.next(1)
    first.dispose()
    clock.advance(by: .seconds(3))
    #expect(out.take() == ["+source", "a1", "a!", "-source"])
    signal.print(to: out, "b")
    source.completed()
    #expect(out.take() == ["b1", "+source", "-source", "b|", "b!"])
    signal.print(to: out, "c")
    #expect(out.lines == ["c1", "c|", "c!"])
  }

  @Test func `subscribers that come and go beside the timer leave one connection, or none`() {
    let queue = QueueScheduler("grace")
    let lives = Attempts()
    let open = Tally()
    let signal = Signal<Int>.create { _ in
      lives.add()
      open.add(1)
      return Disposable { open.add(-1) }
    }.share(grace: .microseconds(20), on: queue)
    for _ in 0..<2000 { signal.subscribe().dispose() }
    let fence = Fence()
    queue.schedule(after: .milliseconds(50)) { fence.open() }
    fence.wait()
    #expect(open.sum == 0 && open.overlaps == 0)
    #expect(lives.count >= 1)
  }
}
