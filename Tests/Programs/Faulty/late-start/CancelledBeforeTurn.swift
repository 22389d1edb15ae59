// fault: late-start
// verdict: likely
// proof: run
// says: a job that is cancelled while it waits for its turn begins after its stop has fired, and nothing stops it any more

import Signals

/// A job that runs until somebody cancels it.
private struct Job: Sendable {
  let name: String
  let cancelled: Subject<Void>

  init(_ name: String) {
    self.name = name
    cancelled = mended ? ReplaySubject<Void>(capacity: 1) : PublishSubject<Void>()  // LEAK
  }
}

/// Runs two jobs at a time.
private final class Scheduler {
  private let clock = QueueScheduler("jobs")
  private let submitted = PublishSubject<Job>()
  let log = Shared([String]())
  let steps = Shared([String: Int]())

  init() {
    let runs = submitted.flatMap(maxConcurrent: 2) { [clock] job in
      let steps = Signal<Int>.interval(.milliseconds(3), on: clock).map { _ in job.name }
      return steps.take(until: job.cancelled)  // LEAK
    }
    _ = runs.subscribe(next: { [steps] name in steps.update { $0[name, default: 0] += 1 } })
  }

  func submit(_ job: Job) {
    _ = job.cancelled.take(1).subscribe(next: { [log] _ in log.update { $0.append("cancel \(job.name)") } })
    submitted.next(job)
  }

  func close() { submitted.completed() }
}

enum CancelledBeforeTurn: LeakProgram {
  static func run() {
    let scheduler = Scheduler()
    let jobs = ["mirror", "reindex", "thumbnails", "report", "vacuum", "export"].map { Job($0) }
    for job in jobs {
      scheduler.submit(job)
      pause(milliseconds: 4)
    }
    for cancelled in [3, 0, 1, 2, 4, 5] {
      jobs[cancelled].cancelled.next(())
      pause(milliseconds: 25)
    }
    scheduler.close()
    pause(milliseconds: 60)
    print("cancelled", scheduler.log.value.count, "ran", scheduler.steps.value.count >= 5)
  }
}
