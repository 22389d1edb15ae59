import Signals
import SignalsTesting
import Testing

@Suite struct WindowTests {
  let out = Transcript()
  let source = PublishSubject<Int>()

  private func print(_ windows: Signal<Signal<Int>>) -> Subscription {
    windows.enumerated().subscribe(
      next: { [out] index, window in
        out.print("w\(index)")
        window.print(to: out, "\(index):")
      }, error: { [out] in out.print("#\($0)") }, completed: { [out] in out.print("|") })
  }

  @Test func `a window holds so many values`() {
    _ = print(source.window(count: 2))
    for value in 1...3 { source.next(value) }
    source.completed()
    #expect(
      out.lines == ["w0", "0:1", "0:2", "0:|", "0:!", "w1", "1:3", "1:|", "1:!", "|"])
  }

  @Test func `a boundary closes a window and opens the next`() {
    let boundary = PublishSubject<Void>()
    _ = print(source.window(on: boundary))
    source.next(1)
    boundary.next(())
    source.next(2)
    boundary.completed()
    source.error(Broken())
    #expect(
      out.lines == ["w0", "0:1", "0:|", "0:!", "w1", "1:2", "1:#broken", "1:!", "#broken"])
  }

  @Test func `a window lasts for a time, and ends before it when it is full`() {
    let scheduler = TestScheduler()
    let source = scheduler.cold("a-b-c----d-|")
    let heard = scheduler.start(until: .ticks(30)) {
      source.signal.window(for: .ticks(4), count: 2, on: scheduler).enumerated().flatMap { each in
        let (index, window) = each
        return window.map { "\(index)\($0)" }
          .concat(.just("\(index)|")).startWith("\(index)(")
      }
    }
    #expect(
      heard.events.map(\.description) == [
        "0( at 0ms", "0a at 0ms", "0b at 2ms", "0| at 2ms", "1( at 2ms", "1c at 4ms", "1| at 6ms",
        "2( at 6ms", "2d at 9ms", "2| at 10ms", "3( at 10ms", "3| at 11ms", "completed at 11ms",
      ])
    expectSubscriptions(source, "^----------!")
  }

  @Test func `a window of a time goes on without the outer signal, and its timer with it`() {
    let clock = VirtualTimeScheduler()
    let windows = print(source.spied(out, "source").window(for: .seconds(4), on: clock))
    clock.advance(by: .seconds(1))
    windows.dispose()
    source.next(1)
    #expect(out.take() == ["w0", "+source", "0:1"])
    clock.advance(by: .seconds(3))
    #expect(out.take() == ["-source", "0:|", "0:!"])
    #expect(clock.isIdle)
  }

  @Test func `nobody's window has no timer`() {
    let clock = VirtualTimeScheduler()
    source.window(for: .seconds(4), on: clock).subscribe().dispose()
    #expect(clock.isIdle && !source.hasSubscribers)
  }

  @Test func `windows go on without the outer signal until they are left`() {
    let windows = print(source.spied(out, "source").window(count: 9))
    windows.dispose()
    source.next(1)
    #expect(out.take() == ["w0", "+source", "0:1"])
    source.completed()
    #expect(out.lines == ["-source", "0:|", "0:!"])
  }
}
