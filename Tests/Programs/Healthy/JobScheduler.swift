// healthy: queued work begun after the stop, timeouts, retries, some of a kind alive at the end
// says: Jobs that were accepted run to their end, three at a time; a slow one is timed out and tried again, and the nightly one runs at exit.
// allows: nothing

import Glibc
import Signals
import Synchronization

private struct Failed: Error {}

private struct Job: Sendable {
  let number: Int
  let milliseconds: Int
}

private final class Machine: Sendable {
  let runs = Atomic<Int>(0)
  private let workers = QueueScheduler("workers")
  private let clock = QueueScheduler("clock")

  func run(_ job: Job) -> Signal<Int> {
    Signal<Int>.deferred { [workers, clock] in
      let run = self.runs.add(1, ordering: .relaxed).newValue
      let takes = job.milliseconds + (run % 9 == 0 ? 500 : 0)
      return Signal<Int>.timer(after: .milliseconds(takes), on: workers)
        .mapReplace(job.number)
        .timeout(.milliseconds(60), on: clock, error: Failed())
    }
    .retry(2)
    .catchAndReturn(-job.number)
  }
}

private final class Dispatcher: Sendable {
  let accepted = PublishSubject<Job>()
  let closing = PublishSubject<Void>()
  let done = Shared<[Int]>([])
  private let machine = Machine()
  private let bag = DisposeBag()

  func start(whenIdle idle: @escaping @Sendable () -> Void) {
    accepted
      .take(until: closing)
      .flatMap(maxConcurrent: 3) { self.machine.run($0) }
      .subscribe(next: { job in self.done.update { $0.append(job) } }, completed: idle)
      .disposed(by: bag)
  }

  func startNightly(on clock: QueueScheduler) {
    Signal<Int>.timer(after: .milliseconds(5), every: .milliseconds(50), on: clock)
      .concatMap { _ in Signal<Int>.timer(after: .milliseconds(20), on: clock) }
      .subscribe(next: { _ in self.done.update { $0.append(0) } })
      .disposed(by: bag)
  }
}

enum JobScheduler: LeakProgram {
  static func run() {
    let scheduler = Dispatcher()
    let isIdle = Flag()
    scheduler.start { isIdle.raise() }
    scheduler.startNightly(on: QueueScheduler("nightly"))
    for number in 1...36 {
      scheduler.accepted.next(Job(number: number, milliseconds: 3 + number % 12))
      if number % 2 == 0 { pause(milliseconds: 3) }
    }
    scheduler.closing.next(())
    isIdle.wait()
    print("done", scheduler.done.value.filter { $0 != 0 }.count)
    exit(0)
  }
}
