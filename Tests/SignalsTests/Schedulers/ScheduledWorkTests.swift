import SignalTracing
import Signals
import Synchronization
import Testing

/// Holds one disposable that is known only later.
final class SerialHolder: Sendable {
  private let held = Mutex<Disposable?>(nil)
  func hold(_ disposable: Disposable) { held.withLock { $0 = disposable } }
  func dispose() { held.withLock { $0 }?.dispose() }
}

/// Something to see the end of.
final class Token: Sendable {}

@Suite struct ScheduledWorkTests {
  @Test(arguments: [QueueScheduler() as any TimedScheduler, VirtualTimeScheduler()])
  func `cancelled work does not run and lets go of its closure at once`(scheduler: any TimedScheduler) {
    weak var gone: Token?
    func schedule() -> [Disposable] {
      let token = Token()
      gone = token
      let body: @Sendable () -> Void = { Issue.record("ran, and had \(token)") }
      return [
        scheduler.schedule(after: .seconds(3600), body),
        scheduler.schedule(after: .seconds(3600), every: .seconds(1), body),
      ]
    }
    let work = schedule()
    #expect(gone != nil)
    #expect(!work[0].isDisposed)
    for work in work { work.dispose() }
    #expect(gone == nil)
    #expect(work.map(\.isDisposed) == [true, true])
  }

  @Test func `work that has run lets go of its closure, also while its disposable is kept`() async {
    weak var gone: Token?
    let scheduler = QueueScheduler()
    func schedule() -> [Disposable] {
      let token = Token()
      gone = token
      return [scheduler.schedule { _ = token }, scheduler.schedule(after: .milliseconds(1)) { _ = token }]
    }
    let work = schedule()
    await scheduler.settle()
    while !work[1].isDisposed { await scheduler.settle() }
    await scheduler.settle()
    #expect(gone == nil)
    #expect(work.map(\.isDisposed) == [true, true])
  }

  @Test func `the cause goes with the work, and the thread's own comes back`() async {
    let scheduler = VirtualTimeScheduler()
    let seen = Mutex<[UInt64]>([])
    ThreadState.caused(by: 42) {
      _ = scheduler.schedule { seen.withLock { $0.append(ThreadState.cause) } }
    }
    ThreadState.caused(by: 7) {
      scheduler.run()
      seen.withLock { $0.append(ThreadState.cause) }
    }
    #expect(seen.withLock { $0 } == [42, 7])
  }

  @Test func `the current scheduler is the one whose work runs`() {
    let outer = VirtualTimeScheduler()
    let inner = VirtualTimeScheduler()
    let seen = Mutex<[UInt64?]>([])
    let note: @Sendable () -> Void = {
      seen.withLock { $0.append(CurrentScheduler.value?.identity.number) }
    }
    outer.schedule {
      note()
      inner.schedule(note)
      ImmediateScheduler().schedule(note)
      inner.run()
      note()
    }
    outer.run()
    let (first, second) = (outer.identity.number, inner.identity.number)
    #expect(seen.withLock { $0 } == [first, first, second, first])
  }

  @Test func `schedulers have names and numbers of their own`() {
    let schedulers = [QueueScheduler("a"), QueueScheduler("b")]
    #expect(schedulers.map(\.identity.name) == ["a", "b"])
    #expect(schedulers[0].identity != schedulers[1].identity)
    #expect(ImmediateScheduler().identity == ImmediateScheduler().identity)
  }
}

extension Scheduler {
  /// Returns when everything that was scheduled before has run.
  func settle() async {
    await withCheckedContinuation { continuation in schedule { continuation.resume() } }
  }
}
