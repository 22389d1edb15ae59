// fault: endless-inner
// verdict: finding
// proof: run
// says: every fortieth job hangs without a limit; three of them have all the places, and whatever comes then waits for ever

import Signals

/// Three workers, and the jobs that they take.
enum HangingJobs: LeakProgram {
  static func run() {
    let clock = QueueScheduler("workers")
    let jobs = PublishSubject<Int>()
    let done = Shared(0)
    let bag = DisposeBag()
    jobs.buffer(for: .milliseconds(20), on: clock).subscribe(next: { _ in }).disposed(by: bag)
    jobs
      .flatMap(maxConcurrent: 3) { job in  // LEAK
        let hangs = job % 40 == 39
        let work =
          hangs ? Signal<Int>.never() : .timer(after: .microseconds(300), on: clock).map { _ in job }
        return mended ? work.timeout(eachValue: .milliseconds(4), other: .empty(), on: clock) : work
      }
      .subscribe(next: { _ in done.update { $0 += 1 } })
      .disposed(by: bag)
    for round in 0..<300 {
      for job in 0..<3 { jobs.next(round * 3 + job) }
      pause(milliseconds: 1)
    }
    pause(milliseconds: 80)
    print("done \(done.value)")
    withExtendedLifetime(bag) {}
  }
}
