// fault: endless-inner
// verdict: finding
// proof: run
// says: the first job's signal never completes, so the others wait in the queue for ever

import Signals

/// Prints one job after the other.
enum PrintQueue: LeakProgram {
  static func run() {
    let jobs = PublishSubject<Int>()
    let pages = PublishSubject<Int>()
    let printed = jobs.concatMap { job in  // LEAK
      mended ? pages.map { $0 + job }.take(2) : pages.map { $0 + job }
    }
    let printer = printed.subscribe(next: { _ in })
    for job in 0..<1200 {
      jobs.next(job)
      pages.next(1)
      pages.next(2)
    }
    pause(milliseconds: 20)
    printer.dispose()
  }
}
