// healthy: a bag that only grows for a while, and is killed with all that it holds
// says: A pool of lanes warms up: each lane is given one report for good; tasks come and go with theirs.
// allows: nothing

import Signals
import Synchronization

private final class Pool: Sendable {
  let loads = PublishSubject<Int>()
  let reported = Atomic<Int>(0)
  private let bag = DisposeBag()
  private let lanes = (0..<10).map { _ in QueueScheduler("lane") }

  func warmUp(_ lane: Int) {
    loads.buffer(for: .milliseconds(5), on: lanes[lane])
      .subscribe(next: { _ in self.reported.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }

  func run(_ task: Int, whenDone done: @escaping @Sendable () -> Void) {
    let report = loads.map { $0 * task }.subscribe(next: { _ in })
    _ = Signal<Int>.generate(0, on: lanes[task % 10], while: { $0 < 5 }, next: { $0 + 1 })
      .subscribe(
        next: { self.loads.next($0) },
        completed: {
          report.dispose()
          done()
        })
  }
}

enum TelemetryBags: LeakProgram {
  static func run() {
    let pool = Pool()
    let done = Flag()
    for task in 0..<60 {
      if task % 2 == 0, task < 20 { pool.warmUp(task / 2) }
      pool.run(task) { done.raise() }
      done.wait()
      pause(milliseconds: 2)
    }
    killed(holding: pool)
  }
}
