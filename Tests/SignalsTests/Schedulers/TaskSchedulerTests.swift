import Signals
import Synchronization
import Testing

/// Tasks, actors, task executors and clocks as schedulers.
@Suite struct TaskSchedulerTests {
  private static let schedulers: [TaskScheduler] = [
    TaskScheduler(), TaskScheduler(on: Place()), TaskScheduler(on: Jobs.onQueue), .mainActor,
  ]

  private func all<Value>(_ signal: Signal<Value>) async throws -> [Value] {
    var values: [Value] = []
    for try await value in signal.values() { values.append(value) }
    return values
  }

  @Test(arguments: schedulers) func `work runs later, in order, one piece at a time`(
    scheduler: TaskScheduler
  ) async throws {
    let done = ReplaySubject<Int>()
    let state = Mutex((inside: 0, order: [Int]()))
    for number in 0..<500 {
      scheduler.schedule {
        state.withLock { state in
          state.inside += 1
          state.order.append(number)
          #expect(state.inside == 1)
        }
        #expect(CurrentScheduler.value?.identity == scheduler.identity)
        state.withLock { $0.inside -= 1 }
        if number == 499 { done.completed() }
      }
    }
    _ = try await all(done)
    #expect(state.withLock { $0.order } == Array(0..<500))
  }

  @Test(arguments: schedulers) func `an order is kept from many threads, and what is disposed does not run`(
    scheduler: TaskScheduler
  ) async throws {
    let subject = PublishSubject<Int>()
    let delivered = ReplaySubject<Int>()
    _ = subject.deliver(on: scheduler).subscribe(
      next: { delivered.next($0) }, completed: { delivered.completed() })
    let cancelled = Mutex(false)
    // While work runs nothing else does.
    scheduler.schedule { scheduler.schedule { cancelled.withLock { $0 = true } }.dispose() }
    for value in 1...1000 { subject.next(value) }
    subject.completed()
    #expect(try await all(delivered) == Array(1...1000))
    #expect(!cancelled.withLock { $0 })
  }

  @Test func `deliver(on: actor) is isolated to it`() async throws {
    let place = Place()
    let done = ReplaySubject<Int>()
    _ = Signal.of(1, 2, 3).deliver(on: place).subscribe(
      next: { value in place.assumeIsolated { $0.values.append(value) } }, completed: { done.completed() })
    _ = try await all(done)
    #expect(await place.values == [1, 2, 3])
  }

  @Test func `deliver(on: MainActor) is isolated to it`() async throws {
    let done = ReplaySubject<Int>()
    _ = Signal.of(1, 2, 3).deliver(on: MainActor.shared).subscribe(
      next: { value in MainActor.assumeIsolated { done.next(value) } }, completed: { done.completed() })
    #expect(try await all(done) == [1, 2, 3])
  }

  @Test func `deliver(on: executor) runs where it runs its jobs`() async throws {
    let jobs = Jobs.byHand
    let heard = Transcript()
    Signal.of(1, 2).deliver(on: jobs).print(to: heard)
    #expect(heard.take() == [])
    jobs.run()
    #expect(heard.take() == ["1", "2", "|", "!"])
  }

  @Test func `timed operators follow any clock`() async throws {
    let clock = HandClock()
    let scheduler = TaskScheduler(clock: clock)
    let ticks = ReplaySubject<Int>()
    let subscription = Signal.interval(.seconds(10), on: scheduler).take(3).subscribe(
      next: { ticks.next($0) }, completed: { ticks.completed() })
    for _ in 0..<3 {
      await clock.sleepers(atLeast: 1)
      #expect(scheduler.now == clock.now.offset)
      clock.advance(by: .seconds(10))
    }
    #expect(try await all(ticks) == [0, 1, 2])
    #expect(subscription.isDisposed)
  }

  @Test func `what waits for a clock is cancelled with its subscription`() async throws {
    let clock = HandClock()
    let out = Transcript()
    let subscription = Signal.just(1).delay(for: .seconds(10), on: .clock(clock)).print(to: out)
    await clock.sleepers(atLeast: 1)
    subscription.dispose()
    await clock.sleepers(atMost: 0)
    clock.advance(by: .seconds(10))
    #expect(out.lines == ["!"])
  }

  @Test func `times that have passed are left out`() {
    func next(_ due: Int, _ now: Int) -> Duration {
      TaskScheduler.next(after: .seconds(due), every: .seconds(3), now: .seconds(now))
    }
    #expect(next(10, 10) == .seconds(13))
    #expect(next(10, 12) == .seconds(13))
    #expect(next(10, 13) == .seconds(16))
    #expect(next(10, 30) == .seconds(31))
    #expect(next(10, 9) == .seconds(13))
  }
}

private actor Place {
  var values: [Int] = []
}

/// A task executor that keeps its jobs until they are run by hand, or hands them to a queue.
final class Jobs: TaskExecutor {
  static var byHand: Jobs { Jobs(nil) }
  static var onQueue: Jobs { Jobs(QueueScheduler("jobs")) }

  private let scheduler: (any Scheduler)?
  private let waiting = Mutex<[UnownedJob]>([])

  init(_ scheduler: (any Scheduler)?) { self.scheduler = scheduler }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard let scheduler else { return waiting.withLock { $0.append(job) } }
    scheduler.schedule { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  func run() {
    while let job = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// A clock that a test moves.
final class HandClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private typealias Sleeper = (number: Int, end: Instant, task: UnsafeContinuation<Void, any Error>)
  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Sleeper] = []
    var count = 0
  }
  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(1) }

  func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.end <= state.now }
      state.sleepers.removeAll { $0.end <= state.now }
      return due
    }
    for sleeper in due { sleeper.task.resume() }
  }

  func sleep(until end: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { (task: UnsafeContinuation<Void, any Error>) in
        let (isDue, isCancelled) = state.withLock { state in
          let (isDue, isCancelled) = (end <= state.now, Task.isCancelled)
          if !isDue, !isCancelled { state.sleepers.append((number, end, task)) }
          return (isDue, isCancelled)
        }
        if isCancelled { task.resume(throwing: CancellationError()) } else if isDue { task.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.sleepers.firstIndex { $0.number == number }.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.task.resume(throwing: CancellationError())
    }
  }

  /// Waits until so many sleep: half a minute at most.
  func sleepers(atLeast least: Int = 0, atMost most: Int = .max) async {
    await until { (least...most).contains(self.state.withLock { $0.sleepers.count }) }
  }
}
