import Dispatch
import Signals
import Synchronization
import Testing

@Suite struct QueueSchedulerTests {
  @Test func `work runs one at a time and in order, also on a concurrent target`() async {
    let scheduler = QueueScheduler(
      "test", target: DispatchQueue(label: "concurrent", attributes: .concurrent))
    let inside = Atomic<Int>(0)
    let overlaps = Atomic<Int>(0)
    let order = Mutex<[Int]>([])
    for step in 0..<10_000 {
      scheduler.schedule {
        if inside.add(1, ordering: .relaxed).oldValue != 0 { overlaps.add(1, ordering: .relaxed) }
        order.withLock { $0.append(step) }
        inside.subtract(1, ordering: .relaxed)
      }
    }
    await scheduler.settle()
    #expect(order.withLock { $0 } == Array(0..<10_000))
    #expect(overlaps.load(ordering: .relaxed) == 0)
  }

  @Test func `work never runs within schedule`() async {
    let scheduler = QueueScheduler()
    let out = Transcript()
    scheduler.schedule {
      scheduler.schedule { out.print("inner") }
      out.print("outer")
    }
    await scheduler.settle()
    await scheduler.settle()
    #expect(out.lines == ["outer", "inner"])
  }

  @Test func `a timer does not fire early`() async {
    let scheduler = QueueScheduler()
    let start = scheduler.now
    let fired = await withCheckedContinuation { continuation in
      scheduler.schedule(after: .milliseconds(20)) { continuation.resume(returning: scheduler.now) }
    }
    #expect(fired - start >= .milliseconds(20))
  }

  @Test(arguments: [Duration.zero, .seconds(-5), .seconds(Int64.min)])
  func `a time in the past is now`(delay: Duration) async {
    let scheduler = QueueScheduler()
    let out = Transcript()
    scheduler.schedule(after: delay) { out.print("ran") }
    await until { out.lines == ["ran"] }
  }

  @Test func `a time beyond all clocks does not come`() {
    let scheduler = QueueScheduler()
    let work = scheduler.schedule(after: .seconds(Int64.max)) { Issue.record("it came") }
    work.dispose()
    #expect(work.isDisposed)
  }

  @Test func `a repeating timer goes on until it is disposed`() async {
    let scheduler = QueueScheduler()
    let runs = Atomic<Int>(0)
    let holder = SerialHolder()
    await withCheckedContinuation { continuation in
      holder.hold(
        scheduler.schedule(after: .zero, every: .milliseconds(1), leeway: .zero) {
          if runs.add(1, ordering: .relaxed).newValue == 5 {
            holder.dispose()
            continuation.resume()
          }
        })
    }
    await withCheckedContinuation { continuation in
      scheduler.schedule(after: .milliseconds(20)) { continuation.resume() }
    }
    #expect(runs.load(ordering: .relaxed) == 5)
  }

  @Test func `disposing races the timer without harm`() async {
    let scheduler = QueueScheduler()
    let out = Transcript()
    await withTaskGroup(of: Void.self) { group in
      for round in 0..<2_000 {
        let work = scheduler.schedule(after: .microseconds(round % 50)) { out.print(round) }
        if round % 2 == 0 { work.dispose() } else { group.addTask { work.dispose() } }
      }
    }
    await scheduler.settle()
    let ran = out.lines
    #expect(Set(ran).count == ran.count, "no work runs twice")
    // All work is disposed, and all times pass: nothing more runs.
    await withCheckedContinuation { continuation in
      scheduler.schedule(after: .milliseconds(2)) { continuation.resume() }
    }
    #expect(out.lines == ran)
  }
}
