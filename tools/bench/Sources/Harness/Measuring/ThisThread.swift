import Dispatch

/// Runs tasks on the thread that asks for it, in turns: what they do can be counted.
public final class ThisThread: TaskExecutor {
  // One thread has it.
  @exclusivity(unchecked) nonisolated(unsafe) private var jobs: [UnownedJob] = []

  public init() {}

  public func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }

  /// Runs one task beside another; returns when nothing is left to do.
  public static func run(
    _ one: @escaping @Sendable () async -> Void, _ other: @escaping @Sendable () async -> Void
  ) {
    let thread = ThisThread()
    Task(executorPreference: thread, operation: one)
    Task(executorPreference: thread, operation: other)
    while !thread.jobs.isEmpty {
      var jobs: [UnownedJob] = []
      swap(&jobs, &thread.jobs)
      for job in jobs { job.runSynchronously(on: thread.asUnownedTaskExecutor()) }
    }
  }
}

/// Runs two tasks, wherever they like to run; returns when both are over.
public enum TwoTasks {
  public static func run(
    _ one: @escaping @Sendable () async -> Void, _ other: @escaping @Sendable () async -> Void
  ) {
    let over = DispatchSemaphore(value: 0)
    for body in [one, other] {
      Task.detached {
        await body()
        over.signal()
      }
    }
    over.wait()
    over.wait()
  }
}
