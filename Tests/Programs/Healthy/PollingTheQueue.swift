// healthy: repeat that begins again without end
// says: A poller asks, waits and asks again at a modest rate for as long as the worker lives; that is its job.
// allows: nothing

import Signals
import Synchronization

private final class JobQueue: Sendable {
  private let waiting = Mutex<[Int]>([])
  func put(_ job: Int) { waiting.withLock { $0.append(job) } }
  func takeAll() -> [Int] {
    waiting.withLock { jobs in
      defer { jobs = [] }; return jobs
    }
  }
}

private final class Worker: Sendable {
  let done = Atomic<Int>(0)
  private let clock = QueueScheduler("clock")
  private let bag = DisposeBag()

  func poll(_ queue: JobQueue) {
    Signal<[Int]>.deferred { [clock] in
      Signal<[Int]>.just(queue.takeAll()).delay(for: .milliseconds(20), on: clock)
    }
    .repeat()
    .subscribe(next: { self.done.add($0.count, ordering: .relaxed) })
    .disposed(by: bag)
  }
}

enum PollingTheQueue: LeakProgram {
  static func run() {
    let queue = JobQueue()
    let worker = Worker()
    worker.poll(queue)
    for job in 0..<100 {
      queue.put(job)
      pause(milliseconds: 3)
    }
    print("done", worker.done.load(ordering: .relaxed))
  }
}
