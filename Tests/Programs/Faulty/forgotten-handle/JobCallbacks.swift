// fault: forgotten-handle
// verdict: suspect
// proof: run
// says: a job that runs on the pool begins to follow its own progress, and its handle goes with the job's closure

import Signals

/// A pool that runs jobs; each follows its progress as long as it works.
enum JobCallbacks: LeakProgram {
  static func run() {
    let pool = QueueScheduler("pool")
    let progress = PublishSubject<Int>()
    for job in 0..<16 {
      _ = pool.schedule {
        let following = progress.filter { $0 / 10 == job }.subscribe(next: { _ in })  // LEAK
        for step in 0..<5 { progress.next(job * 10 + step) }
        if mended { following.dispose() }
      }
      pause(milliseconds: 4)
    }
    pause(milliseconds: 40)
  }
}
