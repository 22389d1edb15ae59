/// Runs a task on the thread that asks for it, as far as it gets without another thread.
final class ThisThread: TaskExecutor {
  // One thread has it.
  nonisolated(unsafe) private var jobs: [UnownedJob] = []

  func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }

  static func run(_ body: @escaping @Sendable () async -> Void) {
    let thread = ThisThread()
    Task(executorPreference: thread, operation: body)
    while let job = thread.jobs.popLast() { job.runSynchronously(on: thread.asUnownedTaskExecutor()) }
  }
}
