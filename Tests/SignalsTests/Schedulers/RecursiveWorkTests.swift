import Signals
import Synchronization
import Testing

@Suite struct RecursiveWorkTests {
  @Test func `it runs as often as it asks for, without a deep stack`() {
    let runs = Atomic<Int>(0)
    ImmediateScheduler().scheduleRecursive { again in
      if runs.add(1, ordering: .relaxed).newValue < 200_000 { again() }
    }
    #expect(runs.load(ordering: .relaxed) == 200_000)
  }

  @Test func `each run comes after what was scheduled before`() {
    let out = Transcript()
    let scheduler = VirtualTimeScheduler()
    let runs = Atomic<Int>(0)
    scheduler.scheduleRecursive { again in
      let run = runs.add(1, ordering: .relaxed).newValue
      out.print("run \(run)")
      if run < 3 { again() }
      scheduler.schedule { out.print("other \(run)") }
    }
    scheduler.run()
    #expect(out.lines == ["run 1", "other 1", "run 2", "other 2", "run 3", "other 3"])
  }

  @Test func `asking twice means two runs`() {
    let runs = Atomic<Int>(0)
    let scheduler = VirtualTimeScheduler()
    scheduler.scheduleRecursive { again in
      if runs.add(1, ordering: .relaxed).newValue == 1 {
        again()
        again()
      }
    }
    scheduler.run()
    #expect(runs.load(ordering: .relaxed) == 3)
  }

  @Test func `it may ask later, from elsewhere`() {
    let runs = Atomic<Int>(0)
    let scheduler = VirtualTimeScheduler()
    scheduler.scheduleRecursive { again in
      if runs.add(1, ordering: .relaxed).newValue < 4 { scheduler.schedule(after: .seconds(1)) { again() } }
    }
    scheduler.run()
    #expect(runs.load(ordering: .relaxed) == 4)
    #expect(scheduler.now == .seconds(3))
  }

  @Test func `disposed, it does not run again and lets go of its closure`() {
    weak var gone: Token?
    let scheduler = VirtualTimeScheduler()
    let runs = Atomic<Int>(0)
    let holder = SerialHolder()
    func start() {
      let token = Token()
      gone = token
      holder.hold(
        scheduler.scheduleRecursive { again in
          _ = token
          if runs.add(1, ordering: .relaxed).newValue == 3 { holder.dispose() }
          again()
        })
    }
    start()
    #expect(gone != nil)
    scheduler.run()
    #expect(runs.load(ordering: .relaxed) == 3)
    #expect(gone == nil)
  }

  @Test func `asked from many threads it runs exactly so often`() async {
    let runs = Atomic<Int>(0)
    let scheduler = QueueScheduler()
    let asking = Mutex<(@Sendable () -> Void)?>(nil)
    scheduler.scheduleRecursive { again in
      runs.add(1, ordering: .relaxed)
      asking.withLock { if $0 == nil { $0 = again } }
    }
    await scheduler.settle()
    let again = asking.withLock { $0 }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { for _ in 0..<1_000 { again?() } } }
    }
    while runs.load(ordering: .relaxed) < 4_001 { await scheduler.settle() }
    await scheduler.settle()
    #expect(runs.load(ordering: .relaxed) == 4_001)
    asking.withLock { $0 = nil }
  }
}
