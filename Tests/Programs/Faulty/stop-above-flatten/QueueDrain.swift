// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: take(until:) completes what repeat subscribes to, and repeat begins it again: the drain is undone at once

import Signals
import Synchronization

private struct Job: Sendable {
  let number: Int
}

/// Workers on threads of their own, that lease jobs from a queue until it is drained.
private final class Worker: Sendable {
  let done = Atomic<Int>(0)
  private let scheduler: QueueScheduler
  private let bag = DisposeBag()

  init(_ name: StaticString) { scheduler = QueueScheduler(name) }

  func start(_ jobs: Signal<Job>, drained: Signal<Void>) {
    let lease = jobs.take(3)
    let working: Signal<Job>
    if mended {
      working = lease.repeat().take(until: drained)
    } else {
      working = lease.take(until: drained)
        .repeat()  // LEAK
    }
    working.deliver(on: scheduler)
      .attempt { job in if job.number < 0 { throw CancellationError() } }
      .subscribe(next: { _ in self.done.add(1, ordering: .relaxed) }, error: { _ in })
      .disposed(by: bag)
  }
}

enum QueueDrain: LeakProgram {
  static func run() {
    let jobs = PublishSubject<Job>()
    let drained = PublishSubject<Void>()
    let depth = BehaviorSubject(0)
    let gauge = jobs.scanIndexed(0) { $0 + $1.number * 0 + $2 }.bind(to: depth)
    let workers = [Worker("one"), Worker("two"), Worker("three")]
    for worker in workers { worker.start(jobs, drained: drained) }
    let fed = Flag()
    Task.detached {
      for number in 0..<40 {
        jobs.next(Job(number: number))
        try? await Task.sleep(for: .milliseconds(1))
      }
      fed.raise()
    }
    fed.wait()
    drained.next(())
    for number in 40..<70 {
      jobs.next(Job(number: number))
      pause(milliseconds: 2)
    }
    gauge.dispose()
    print("done", workers.map { $0.done.load(ordering: .relaxed) > 0 })
  }
}
