// healthy: of many of a kind all but some are disposed at once, and those live on for long
// says: The lease of a job that has failed is kept with it in the list of those to try again, and ended when that was done.

import Signals

private struct FailedJob {
  let number: Int
  let lease: Subscription
}

/// A job queue in which a job that has failed stays leased until it was tried again.
enum LeaseKeptForRetry: LeakProgram {
  static func run() {
    let clock = QueueScheduler("leases")
    let extended = Shared(0)
    var waiting: [FailedJob] = []
    for job in 0..<12 {
      let lease = Signal<Int>.interval(.milliseconds(2), on: clock)
        .subscribe(next: { _ in extended.update { $0 += 1 } })
      pause(milliseconds: 5)
      if job % 3 == 2 { waiting.append(FailedJob(number: job, lease: lease)) } else { lease.dispose() }
    }
    pause(milliseconds: 40)
    for job in waiting {
      pause(milliseconds: 4)
      job.lease.dispose()
    }
    pause(milliseconds: 20)
  }
}
