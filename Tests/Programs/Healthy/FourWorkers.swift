// healthy: a queue that waits, inner signals begun after the source has ended
// says: Four at a time are worked on; when no more come, what waits is still done, and then all is over.
// allows: nothing

import Signals

enum FourWorkers: LeakProgram {
  static func run() {
    let clock = QueueScheduler("work")
    let jobs = PublishSubject<Int>()
    let done = Flag()
    _ = jobs.flatMap(maxConcurrent: 4) { job in
      Signal<Int>.timer(after: .milliseconds(4), on: clock).map { $0 + job }
    }
    .subscribe(next: { _ in }, completed: { done.raise() })
    for job in 0..<24 { jobs.next(job) }
    jobs.completed()
    done.wait()
  }
}
