// fault: removed-undisposed
// verdict: likely
// proof: run
// says: a worker that is let go is taken out of the composite, and works on

import Signals

/// Workers of a pool, which shrinks in the evening.
enum PoolOfWorkers: LeakProgram {
  static func run() {
    let clock = QueueScheduler("pool")
    let pool = CompositeDisposable()
    var workers: [Disposable] = []
    for worker in 0..<6 {
      let work = Signal<Int>.interval(.milliseconds(3), on: clock).map { $0 + worker }.subscribe(next: { _ in
      })
      pool.add(work)
      workers.append(work)
    }
    pause(milliseconds: 15)
    for _ in 0..<3 {
      let last = workers.removeLast()
      if mended { last.dispose() }
      pool.remove(last)  // LEAK
      pause(milliseconds: 3)
    }
    pause(milliseconds: 40)
    workers = []
    pool.dispose()
    pause(milliseconds: 60)
  }
}
