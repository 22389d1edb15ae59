// fault: late-start
// verdict: likely
// proof: run
// says: closing time is above concatMap: the jobs that wait are begun one after the other afterwards, and the clock of each goes on

import Signals

/// A copy shop, which takes jobs until it closes.
enum JobsAfterClosing: LeakProgram {
  static func run() {
    let clock = QueueScheduler("copies")
    let jobs = PublishSubject<Int>()
    let closing = PublishSubject<Void>()
    let copying = { @Sendable (job: Int) in
      Signal<Int>.interval(.milliseconds(2), on: clock).take(6).map { $0 + job }
    }
    let shop =
      mended
      ? jobs.concatMap { copying($0) }.take(until: closing)
      : jobs.take(until: closing).concatMap { copying($0) }  // LEAK
    let work = shop.subscribe(next: { _ in })
    for job in 0..<20 { jobs.next(job) }
    pause(milliseconds: 20)
    closing.next(())
    pause(milliseconds: 80)
    withExtendedLifetime(work) {}
  }
}
