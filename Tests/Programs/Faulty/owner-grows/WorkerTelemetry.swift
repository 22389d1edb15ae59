// fault: owner-grows
// verdict: suspect
// proof: run
// says: what each task reports is put into the pool's bag, which goes with the pool: tasks end, their reports do not

import Signals
import Synchronization

private final class Pool: Sendable {
  let loads = PublishSubject<Int>()
  let reported = Atomic<Int>(0)
  private let bag = DisposeBag()  // LEAK
  private let lanes = [QueueScheduler("lane a"), QueueScheduler("lane b"), QueueScheduler("lane c")]

  func run(_ task: Int, whenDone done: @escaping @Sendable () -> Void) {
    let report = loads.throttle(for: .milliseconds(4), on: lanes[0])
      .map { $0 * task }
      .subscribe(next: { _ in self.reported.add(1, ordering: .relaxed) })  // LEAK
    report.disposed(by: bag)
    _ = Signal<Int>.range(start: 0, count: 5, on: lanes[task % 3])
      .subscribe(
        next: { self.loads.next($0) },
        completed: {
          if mended { report.dispose() }
          done()
        })
  }
}

/// A pool of three lanes that works off sixty tasks, and is killed.
enum WorkerTelemetry: LeakProgram {
  static func run() {
    let pool = Pool()
    let done = Flag()
    for task in 0..<60 {
      pool.run(task) { done.raise() }
      done.wait()
      pause(milliseconds: 3)
    }
    pause(milliseconds: 30)
    killed(holding: pool)
  }
}
