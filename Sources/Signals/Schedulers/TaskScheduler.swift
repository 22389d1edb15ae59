import DequeModule
import SignalTracing

/// Runs work in tasks: on an actor, on a task executor or on the threads of Swift's own pool. Work never runs
/// at once, and one piece runs after another.
///
/// Work that is enqueued while other work runs is left to a later task, so that an actor's other callers get
/// their turn in between. Work on an actor may call the actor's `assumeIsolated`.
///
/// It takes any clock. With a clock that a test moves, timed operators wait for the test.
public final class TaskScheduler: TimedScheduler {
  private enum Place {
    case pool
    case executor(any TaskExecutor)
    case actor(any Actor)
  }

  private struct Queue {
    var work: Deque<(work: ScheduledWork, whenRun: UnsafeContinuation<Void, Never>?)> = []
    /// A task runs the waiting work, or will run it.
    var isRunning = false
  }

  public let identity: SchedulerIdentity
  private let place: Place
  private let priority: TaskPriority?
  private let time: TaskTime
  private let queue = Mutex(Queue())

  /// A scheduler on the threads on which tasks run by default.
  public convenience init(
    _ name: StaticString = "tasks", priority: TaskPriority? = nil,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.init(name, .pool, priority, TaskTime(clock))
  }

  /// A scheduler whose work runs on an actor. The work may call the actor's `assumeIsolated`.
  public convenience init(
    _ name: StaticString = "actor", on actor: some Actor, priority: TaskPriority? = nil,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.init(name, .actor(actor), priority, TaskTime(clock))
  }

  /// A scheduler whose work runs on a task executor, one piece after another.
  public convenience init(
    _ name: StaticString = "executor", on executor: any TaskExecutor, priority: TaskPriority? = nil,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.init(name, .executor(executor), priority, TaskTime(clock))
  }

  private init(_ name: StaticString, _ place: Place, _ priority: TaskPriority?, _ time: TaskTime) {
    identity = SchedulerIdentity(name)
    self.place = place
    self.priority = priority
    self.time = time
  }

  /// The time since the scheduler was made, on its clock.
  public var now: Duration { time.now() }

  // MARK: One after another

  public func enqueue(_ work: ScheduledWork) { add(work, whenRun: nil) }

  private func add(_ work: ScheduledWork, whenRun: UnsafeContinuation<Void, Never>?) {
    let isFirst = queue.withLock { queue in
      queue.work.append((work, whenRun))
      return !exchange(&queue.isRunning, with: true)
    }
    if isFirst { start() }
  }

  // Detached: the waiting work comes from many tasks, so the new task is no task's child.
  private func start() {
    switch place {
    case .pool: Task.detached(priority: priority) { self.runAll() }
    case .executor(let executor):
      Task.detached(executorPreference: executor, priority: priority) { self.runAll() }
    case .actor(let actor): Task.detached(priority: priority) { await self.runAll(on: actor) }
    }
  }

  private func runAll(on actor: isolated any Actor) { runAll() }

  /// Runs the work that waits now.
  private func runAll() {
    let batch = queue.withLock { exchange(&$0.work, with: []) }
    for (work, whenRun) in batch {
      work.run(on: self)
      whenRun?.resume()
    }
    let isOver = queue.withLock { queue in
      queue.isRunning = !queue.work.isEmpty
      return !queue.isRunning
    }
    if !isOver { start() }
  }

  // MARK: Later

  public func enqueue(_ work: ScheduledWork, after delay: Duration, leeway: Duration) {
    let (due, leeway) = (now + Self.sensible(delay), Self.sensible(leeway))
    let sleep = Task.detached(priority: priority) {
      guard (try? await self.time.sleep(due, leeway)) != nil else { return }
      self.enqueue(work)
    }
    work.attach(Disposable { sleep.cancel() })
  }

  public func enqueue(
    _ work: ScheduledWork, after delay: Duration, every interval: Duration, leeway: Duration
  ) {
    let first = now + Self.sensible(delay)
    let (interval, leeway) = (Self.sensible(interval), Self.sensible(leeway))
    let sleep = Task.detached(priority: priority) {
      var due = first
      while (try? await self.time.sleep(due, leeway)) != nil, !Task.isCancelled {
        await withUnsafeContinuation { self.add(work, whenRun: $0) }
        due = Self.next(after: due, every: interval, now: self.now)
      }
    }
    work.attach(Disposable { sleep.cancel() })
  }

  /// The delay, but not negative and at most a century: some clocks cannot count more.
  private static func sensible(_ delay: Duration) -> Duration {
    min(max(delay, .zero), .seconds(100 * 365 * 86_400))
  }

  /// The time of the next run. Times that have passed are left out.
  package static func next(after due: Duration, every interval: Duration, now: Duration) -> Duration {
    let missed = now > due ? ((now - due) / interval).rounded(.down) : 0
    return due + interval * (missed + 1)
  }
}

/// A clock without its type.
struct TaskTime: Sendable {
  /// The time since this was made.
  let now: @Sendable () -> Duration
  /// Returns at the time `end`, or up to `leeway` later. Throws if the task is cancelled.
  let sleep: @Sendable (_ end: Duration, _ leeway: Duration) async throws -> Void

  init<Time: Clock<Duration>>(_ clock: Time) {
    let origin = clock.now
    now = { origin.duration(to: clock.now) }
    sleep = { end, leeway in try await clock.sleep(until: origin.advanced(by: end), tolerance: leeway) }
  }
}

extension Scheduler where Self == TaskScheduler {
  /// A scheduler whose work runs on an actor.
  public static func actor(_ actor: some Actor) -> TaskScheduler { TaskScheduler(on: actor) }

  /// A scheduler whose work runs on the main actor.
  public static var mainActor: TaskScheduler { TaskScheduler("main actor", on: MainActor.shared) }

  /// A scheduler whose work runs on a task executor.
  public static func executor(_ executor: any TaskExecutor) -> TaskScheduler { TaskScheduler(on: executor) }

  /// A scheduler with the time of a clock. Its work runs where tasks run by default.
  public static func clock(_ clock: some Clock<Duration>) -> TaskScheduler {
    TaskScheduler("clock", clock: clock)
  }
}

extension Signal {
  /// Sends everything on an actor, in the order in which it arrived, errors and completion included.
  ///
  ///     source        ab---c-|
  ///     deliver(on:)  -ab---c-|     (on the actor)
  ///
  /// Events that still wait when the subscription is disposed are dropped. Closures downstream may call the
  /// actor's `assumeIsolated`. As `deliver(on:)` with a `TaskScheduler`.
  public func deliver(
    on actor: some Actor, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    deliver(on: TaskScheduler(on: actor), file: file, line: line)
  }

  /// Sends everything on a task executor, in the order in which it arrived, errors and completion included.
  ///
  ///     source        ab---c-|
  ///     deliver(on:)  -ab---c-|     (where the executor runs it)
  ///
  /// Events that still wait when the subscription is disposed are dropped. As `deliver(on:)` with a
  /// `TaskScheduler`.
  public func deliver(
    on executor: any TaskExecutor, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    deliver(on: TaskScheduler(on: executor), file: file, line: line)
  }
}
