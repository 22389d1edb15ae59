// healthy: a source that is stopped early and begun again for ever, alive at exit
// says: Each lease of three jobs ends by take, and the next begins; the worker stops below that, all but the one on duty.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Worker: Sendable {
  let done = Atomic<Int>(0)
  private let bag = DisposeBag()
  private let queue: QueueScheduler

  init(_ name: StaticString) { queue = QueueScheduler(name) }

  func start(_ jobs: Signal<Int>, drained: Signal<Void>) {
    jobs.take(3).repeat()
      .take(until: drained)
      .deliver(on: queue)
      .subscribe(next: { _ in self.done.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum PollAgain: LeakProgram {
  static func run() {
    let jobs = PublishSubject<Int>()
    let drained = PublishSubject<Void>()
    let workers = [Worker("one"), Worker("two"), Worker("three")]
    for worker in workers { worker.start(jobs, drained: drained) }
    let onDuty = Worker("on duty")
    onDuty.start(jobs, drained: .never())
    onAnotherThread {
      for job in 0..<50 {
        jobs.next(job)
        pause(milliseconds: 1)
        if job == 30 { drained.next(()) }
      }
    }
    pause(milliseconds: 15)
    print("done", workers.map { $0.done.load(ordering: .relaxed) > 0 })
    withExtendedLifetime(onDuty) { exit(0) }
  }
}
