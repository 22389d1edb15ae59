// healthy: rounds with one subscription more after each of the first
// says: A pool makes a worker whenever all are busy, five in the end, and keeps them for the rounds to come.
// allows: nothing

import SignalTracing
import Signals

private final class Pool {
  private var workers: [Subscription] = []
  private let jobs: Signal<Int>

  init(_ jobs: Signal<Int>) { self.jobs = jobs }

  func need(_ count: Int) {
    while workers.count < count {
      let number = workers.count
      workers.append(jobs.filter { $0 % 5 == number }.subscribe(next: { _ in }))
    }
  }
}

enum WorkersOnDemand: LeakProgram {
  static func run() {
    let jobs = PublishSubject<Int>()
    let pool = Pool(jobs)
    for round in 0..<24 {
      pool.need(min(5, 1 + round / 2))
      let report = jobs.count().subscribe(next: { _ in })
      for job in 0..<10 { jobs.next(job) }
      pause(milliseconds: 3)
      report.dispose()
      Trace.mark("round \(round) done")
    }
    withExtendedLifetime(pool) {}
  }
}
