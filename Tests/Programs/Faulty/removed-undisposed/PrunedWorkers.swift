// fault: removed-undisposed
// verdict: likely
// proof: run
// says: workers that are found ill are filtered out of the table, and go on taking jobs

import Signals

private struct Worker {
  let number: Int
  let loop: Disposable
}

/// Keeps workers, and strikes off those that do not answer.
private struct Supervisor {
  private var workers: [Worker] = []

  mutating func spawn(_ number: Int, jobs: Signal<Int>, done: Shared<[Int]>) {
    let loop = jobs.filter { $0 % 8 == number }
      .subscribe(next: { _ in done.update { $0.append(number) } })  // LEAK
    workers.append(Worker(number: number, loop: loop))
  }

  mutating func prune(_ ill: Set<Int>) {
    if mended { for worker in workers where ill.contains(worker.number) { worker.loop.dispose() } }
    workers = workers.filter { !ill.contains($0.number) }  // LEAK
  }

  mutating func stop() {
    for worker in workers { worker.loop.dispose() }
    workers = []
  }
}

enum PrunedWorkers: LeakProgram {
  static func run() {
    let jobs = PublishSubject<Int>()
    let done = Shared<[Int]>([])
    var supervisor = Supervisor()
    for number in 0..<8 { supervisor.spawn(number, jobs: jobs, done: done) }
    for job in 0..<32 {
      jobs.next(job)
      if job == 10 { supervisor.prune([2, 5]) }
      if job == 20 { supervisor.prune([7]) }
      pause(milliseconds: 2)
    }
    supervisor.stop()
    done.update { $0 = [] }
    for job in 32..<72 {
      jobs.next(job)
      pause(milliseconds: 2)
    }
    print("jobs after the stop by", Set(done.value).sorted())
  }
}
