// healthy: removed from an owner without disposal
// says: A job takes itself out of the list as it completes; there is nothing left to dispose.
// allows: nothing

import Signals
import Synchronization

private final class JobList: Sendable {
  private let running = CompositeDisposable()
  private let workers = QueueScheduler("workers")
  let done = Atomic<Int>(0)

  func start(_ number: Int) {
    let place = SerialDisposable()
    running.add(place)
    place.inner = Signal<Int>.interval(.milliseconds(2), on: workers)
      .take(1 + number % 3)
      .subscribe(completed: { [running] in
        self.done.add(1, ordering: .relaxed)
        running.remove(place)
      })
  }

  var count: Int { running.count }
}

enum RemovedAsItEnds: LeakProgram {
  static func run() {
    let jobs = JobList()
    for number in 0..<60 {
      jobs.start(number)
      pause(milliseconds: 3)
    }
    pause(milliseconds: 20)
    print("done", jobs.done.load(ordering: .relaxed), "running", jobs.count)
  }
}
