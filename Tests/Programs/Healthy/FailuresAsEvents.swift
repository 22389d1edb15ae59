// healthy: many inner signals fail, and the pipeline above them goes on for all its life
// says: A job's failure is an event like others, which is counted; the queue ends when the producer has.
// allows: nothing

import Signals

private struct Poisoned: Error {
  let job: Int
}

/// Runs jobs, two at a time, and counts what became of them.
private final class JobQueue: Sendable {
  let succeeded = Shared(0)
  let failed = Shared(0)
  private let pool = QueueScheduler("jobs")

  private func perform(_ job: Int) -> Signal<Int> {
    Signal<Int>.timer(after: .milliseconds(3), on: pool).map { _ in
      if job % 3 == 0 { throw Poisoned(job: job) }
      return job
    }
  }

  func run(_ jobs: Signal<Int>) async throws {
    let results = jobs.flatMap(maxConcurrent: 2) { self.perform($0).materialize() }
    for try await result in results.values() {
      switch result {
      case .next: succeeded.update { $0 += 1 }
      case .error: failed.update { $0 += 1 }
      case .completed: break
      }
    }
  }
}

enum FailuresAsEvents: LeakProgram {
  static func run() {
    let jobs = PublishSubject<Int>()
    let queue = JobQueue()
    let isDone = Flag()
    Task {
      try await queue.run(jobs)
      isDone.raise()
    }
    while !jobs.hasSubscribers { pause(milliseconds: 1) }
    for job in 0..<45 {
      jobs.next(job)
      pause(milliseconds: 2)
    }
    jobs.completed()
    isDone.wait()
    print("succeeded", queue.succeeded.value, "failed", queue.failed.value)
  }
}
