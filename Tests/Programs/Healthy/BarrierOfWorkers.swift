// healthy: a gatherer that waits for one silent input
// says: Three of four workers are ready, the fourth still loads when the process is told to leave; waiting for it is the point.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Worker: Sendable {
  let ready = AsyncSubject<String>()
  let name: String
  private let clock: QueueScheduler
  private let bag = DisposeBag()

  init(_ name: String, _ clock: QueueScheduler) {
    self.name = name
    self.clock = clock
  }

  func load(_ milliseconds: Int) {
    Signal<Int>.timer(after: .milliseconds(milliseconds), on: clock)
      .mapReplace(name)
      .subscribe(next: { self.ready.next($0) }, completed: { self.ready.completed() })
      .disposed(by: bag)
  }
}

enum BarrierOfWorkers: LeakProgram {
  static func run() {
    let clock = QueueScheduler("loading")
    let bag = DisposeBag()
    for start in 0..<4 {
      let workers = ["a", "b", "c", "d"].map { Worker("\($0)\(start)", clock) }
      zip(workers.map(\.ready)).subscribe(next: { print("ready", $0) }).disposed(by: bag)
      for (number, worker) in workers.enumerated() {
        worker.load(start == 3 && number == 3 ? 5000 : 5 + number * 8)
      }
      pause(milliseconds: 40)
    }
    exit(0)
  }
}
