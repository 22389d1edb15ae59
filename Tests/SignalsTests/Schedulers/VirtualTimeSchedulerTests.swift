import Testing

@testable import Signals

@Suite struct VirtualTimeSchedulerTests {
  let scheduler = VirtualTimeScheduler()
  let out = Transcript()

  @Test func `nothing runs before the time is moved`() {
    scheduler.schedule { out.print("now") }
    scheduler.schedule(after: .seconds(1)) { out.print("later") }
    #expect(out.lines == [])
    scheduler.advance(by: .zero)
    #expect(out.lines == ["now"])
    scheduler.advance(by: .seconds(1))
    #expect(out.lines == ["now", "later"])
  }

  @Test func `work is done in order of time, and of arrival at equal times`() {
    scheduler.schedule(after: .seconds(2)) { out.print("c") }
    scheduler.schedule(after: .seconds(1)) { out.print("a") }
    scheduler.schedule(after: .seconds(2)) { out.print("d") }
    scheduler.schedule(after: .seconds(1)) { out.print("b") }
    scheduler.run()
    #expect(out.lines == ["a", "b", "c", "d"])
    #expect(scheduler.now == .seconds(2))
  }

  @Test func `work sees the time for which it was scheduled`() {
    scheduler.schedule(after: .seconds(3)) { out.print(scheduler.now) }
    scheduler.advance(by: .seconds(10))
    #expect(out.lines == ["3.0 seconds"])
    #expect(scheduler.now == .seconds(10))
  }

  @Test func `what is scheduled meanwhile is done if it is due`() {
    scheduler.schedule(after: .seconds(1)) {
      out.print("first")
      scheduler.schedule(after: .seconds(1)) { out.print("due") }
      scheduler.schedule(after: .seconds(5)) { out.print("not due") }
    }
    scheduler.advance(by: .seconds(3))
    #expect(out.lines == ["first", "due"])
    #expect(scheduler.nextTime == .seconds(6))
  }

  @Test func `moving the time within work only moves the goal`() {
    scheduler.schedule(after: .seconds(1)) {
      scheduler.advance(by: .seconds(5))
      out.print("still \(scheduler.now)")
    }
    scheduler.schedule(after: .seconds(4)) { out.print("on the way") }
    scheduler.advance(by: .seconds(2))
    #expect(out.lines == ["still 1.0 seconds", "on the way"])
    #expect(scheduler.now == .seconds(6))
  }

  @Test func `time does not go back`() {
    scheduler.advance(to: .seconds(5))
    scheduler.advance(to: .seconds(3))
    scheduler.advance(by: .seconds(-1))
    #expect(scheduler.now == .seconds(5))
    scheduler.schedule(after: .seconds(-3)) { out.print(scheduler.now) }
    scheduler.run()
    #expect(out.lines == ["5.0 seconds"])
  }

  @Test func `repeating work keeps its rate, and ends when it is disposed`() {
    let work = scheduler.schedule(after: .seconds(1), every: .seconds(2)) { out.print(scheduler.now) }
    scheduler.advance(by: .seconds(5))
    #expect(out.lines == ["1.0 seconds", "3.0 seconds", "5.0 seconds"])
    work.dispose()
    scheduler.run()
    #expect(out.lines.count == 3)
    #expect(scheduler.isIdle)
  }

  @Test func `repeating work may end itself`() {
    let bag = SerialHolder()
    bag.hold(
      scheduler.schedule(after: .seconds(1), every: .seconds(1)) {
        out.print("once")
        bag.dispose()
      })
    scheduler.run()
    #expect(out.lines == ["once"])
  }

  @Test func `cancelled work does not make the agenda grow`() {
    var agenda = Agenda(now: .zero)
    for _ in 0..<10_000 {
      let work = ScheduledWork(for: scheduler) {}
      agenda.add(work, after: .seconds(3600), every: nil)
      work.dispose()
    }
    let kept = ScheduledWork(for: scheduler) {}
    agenda.add(kept, after: .seconds(1), every: nil)
    #expect(agenda.count < 200)
    #expect(agenda.nextTime == .seconds(1))
  }

  @Test func `several threads may schedule`() async {
    let scheduler = scheduler
    let out = out
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for step in 0..<500 { scheduler.schedule(after: .milliseconds(step)) { out.print(step) } }
        }
      }
    }
    scheduler.run()
    #expect(out.lines == (0..<500).flatMap { Array(repeating: "\($0)", count: 4) })
  }
}
